package asyfleet.queueserver.kroki;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fuzz.FuzzTest;
import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.SizeLimit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/**
 * Any text in a URL is a source of no more than the allowed bytes, or a refusal with 400 or 413; and every source that is
 * encoded is decoded as it was.
 */
class EncodedSourceFuzzTest extends FuzzTest {

    private static final SizeLimit MOST = new SizeLimit("the diagram", 0, 1000);

    @Override
    protected void check(byte[] input) throws IOException {
        decode(new String(input, StandardCharsets.ISO_8859_1));
        decode(Base64.getUrlEncoder().encodeToString(input));
        assertArrayEquals(input, EncodedSource.decode(encode(input), new SizeLimit("it", 0, input.length)));
    }

    private static void decode(String text) {
        try {
            assertTrue(EncodedSource.decode(text, MOST).length <= MOST.maxBytes());
        } catch (HttpError refusal) {
            assertTrue(refusal.status() == 400 || refusal.status() == 413, refusal.getMessage());
        }
    }

    private static String encode(byte[] source) throws IOException {
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(deflated)) {
            deflater.write(source);
        }
        return Base64.getUrlEncoder().encodeToString(deflated.toByteArray());
    }

    @Override
    protected List<String> seeds() {
        try {
            return List.of(
                    encode("draw((0,0)--(1,1));".getBytes(StandardCharsets.UTF_8)),
                    encode(new byte[100_000]),
                    "eNo",
                    "====",
                    fromBase64("eLsAAAAA"),
                    "");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
