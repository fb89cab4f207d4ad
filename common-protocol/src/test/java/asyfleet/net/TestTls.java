package asyfleet.net;

import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost and 127.0.0.1 that signs itself, and clients that trust it and nothing else. */
final class TestTls {

    static final TlsFiles FILES = new TlsFiles(resource("/tls/localhost.crt"), resource("/tls/localhost.key"));

    private TestTls() {}

    private static Path resource(String name) {
        try {
            return Path.of(TestTls.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(name, e);
        }
    }

    static HttpClient client() throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream certificate = Files.newInputStream(FILES.certificate())) {
            trusted.setCertificateEntry(
                    "localhost", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
