package asyfleet.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The check that a private key belongs to its certificate. TLS itself finds out only when a client comes, so a server
 * whose operator renewed one of the two files would be ready, and fail everybody.
 */
final class KeyMatch {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");
    private static final byte[] SAMPLE = "asyfleet".getBytes(StandardCharsets.US_ASCII);

    private KeyMatch() {}

    /** True also of kinds of keys that it does not know. */
    static boolean holds(TlsFiles files) throws IOException {
        try (InputStream chain = Files.newInputStream(files.certificate())) {
            PublicKey known = CertificateFactory.getInstance("X.509")
                    .generateCertificate(chain)
                    .getPublicKey();
            Matcher key = KEY.matcher(Files.readString(files.key(), StandardCharsets.ISO_8859_1));
            return !SIGNATURES.containsKey(known.getAlgorithm()) || !key.find() || signs(key.group(1), known);
        } catch (GeneralSecurityException e) {
            return false; // a key of another kind than the certificate's
        }
    }

    private static boolean signs(String base64, PublicKey known) throws GeneralSecurityException {
        byte[] encoded = Base64.getMimeDecoder().decode(base64);
        PrivateKey key = KeyFactory.getInstance(known.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        Signature signature = Signature.getInstance(SIGNATURES.get(known.getAlgorithm()));
        signature.initSign(key);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }
}
