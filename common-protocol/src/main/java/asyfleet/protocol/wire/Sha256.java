package asyfleet.protocol.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash by which files, tasks and pictures are known. */
public final class Sha256 {

    private Sha256() {}

    /** To be fed piece by piece. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }

    /** Of a text in UTF-8. */
    public static byte[] of(String text) {
        return start().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Of the whole, as 64 hex digits in lower case. */
    public static String hex(byte[] contents) {
        return HexFormat.of().formatHex(start().digest(contents));
    }
}
