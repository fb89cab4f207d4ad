package asyfleet.net;

import asyfleet.config.StartFailure;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The PEM files of a TLS server.
 *
 * @param certificate the server's certificate, followed by those that lead to the authority
 * @param key its private key, PKCS#8, without a password
 */
public record TlsFiles(Path certificate, Path key) {

    SslContext serverContext() {
        requireReadable(certificate, "certificate");
        requireReadable(key, "key");
        try {
            SslContext context = SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .build();
            if (!KeyMatch.holds(this)) {
                throw new IllegalArgumentException("the key is not that of the certificate");
            }
            return context;
        } catch (IOException | IllegalArgumentException e) {
            throw new StartFailure(
                    "cannot use TLS certificate %s with key %s: expected a PEM chain and its PKCS#8 key (%s)"
                            .formatted(certificate, key, rootMessage(e)),
                    e);
        }
    }

    private static void requireReadable(Path file, String what) {
        if (!Files.isReadable(file)) {
            throw new StartFailure("cannot read the TLS " + what + " file " + file);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
