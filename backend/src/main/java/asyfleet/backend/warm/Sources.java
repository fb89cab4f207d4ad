package asyfleet.backend.warm;

import asyfleet.protocol.wire.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The sources that we have TeX and the C compiler read, as it is in our jar. */
final class Sources {

    private static final int KEY_CHARACTERS = 16;

    private Sources() {}

    static byte[] read(String name) throws IOException {
        try (InputStream source = Sources.class.getResourceAsStream(name)) {
            if (source == null) {
                throw new IOException("no source " + name + ", expected it beside " + Sources.class.getName());
            }
            return source.readAllBytes();
        }
    }

    /** A name for all of these together. */
    static String key(byte[]... parts) {
        MessageDigest digest = Sha256.start();
        for (byte[] part : parts) {
            // With its length, so that parts cannot run into each other.
            digest.update(Integer.toString(part.length).getBytes());
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_CHARACTERS);
    }
}
