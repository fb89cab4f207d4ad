package asyfleet.client.shell;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * A decoder of text that comes in parts: a part may end within a character, whose other bytes come with the next one. Bytes
 * that are no UTF-8 become the character for that. Confined to one thread.
 */
final class TextDecoder {

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /** The bytes of a character that has begun. */
    private byte[] begun = {};

    String text(byte[] contents) {
        ByteBuffer bytes = ByteBuffer.allocate(begun.length + contents.length)
                .put(begun)
                .put(contents)
                .flip();
        CharBuffer text = CharBuffer.allocate(bytes.remaining());
        decoder.reset().decode(bytes, text, false);
        begun = new byte[bytes.remaining()];
        bytes.get(begun);
        return text.flip().toString();
    }
}
