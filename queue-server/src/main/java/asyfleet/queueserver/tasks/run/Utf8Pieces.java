package asyfleet.queueserver.tasks.run;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text that comes as bytes cut anywhere: a character whose bytes are not all there yet waits for the rest. */
final class Utf8Pieces {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    void add(byte[] piece, int length) {
        bytes.write(piece, 0, length);
    }

    /** All whole characters so far; an unfinished one is kept. */
    String take() {
        ByteBuffer in = ByteBuffer.wrap(bytes.toByteArray());
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.decode(in, out, false);
        bytes.reset();
        bytes.write(in.array(), in.position(), in.remaining());
        return out.flip().toString();
    }
}
