package asyfleet.ring.protocol;

import asyfleet.protocol.wire.Excerpt;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bytes that have come and are not yet a message, and how messages are found in them. A message with no fields is
 * complete with its word's last letter, one with fields at a newline, with a size that cannot go on, or when the peer is
 * quiet. Newlines between messages are skipped. Confined to the connection's thread.
 */
final class RingLine<M> {

    private final RingGrammar<M> grammar;
    private final byte[] bytes;
    private int length;

    RingLine(RingGrammar<M> grammar, RingLimits limits) {
        this.grammar = grammar;
        this.bytes = new byte[limits.maxLineBytes()];
    }

    void add(byte[] from, int offset, int count) {
        if (count > bytes.length - length) {
            throw new RingProtocolException("got over " + bytes.length + " bytes that begin with "
                    + Excerpt.of(length > 0 ? bytes : from, length > 0 ? length : count)
                    + "; expected no message of that length");
        }
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    void drop(int count) {
        System.arraycopy(bytes, count, bytes, 0, length - count);
        length -= count;
    }

    /**
     * Finds one of the expected messages at the beginning, or null if more bytes are needed.
     *
     * @param quiet whether the peer has stopped sending, so that what is here may be all
     */
    Found<M> find(Set<RingWord> expected, boolean quiet) {
        drop(skipNewlines(0));
        RingWord word = match(expected);
        if (word == null) {
            return null;
        }
        int start = word.text().length();
        return word.hasFields()
                ? findFields(word, start, quiet)
                : grammar.read(word, "").map(m -> new Found<>(m, start, false)).orElse(null);
    }

    /** Whether there is a message that may go on or may be all. */
    boolean hasFields(Set<RingWord> expected) {
        RingWord word = match(expected);
        return word != null && word.hasFields();
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Whether the bytes are this word, or its beginning. */
    boolean beginsLike(RingWord word) {
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return length > 0 && word.text().startsWith(text.strip());
    }

    /** Refuses bytes that come when it is not the peer's turn; a newline that trails its last message is none. */
    void refuseOutOfTurn() {
        drop(skipNewlines(0));
        if (length > 0) {
            throw unexpected("nothing before our answer");
        }
    }

    /** The word that the bytes begin with, or null if they are too few to tell. */
    private RingWord match(Set<RingWord> expected) {
        boolean possible = length == 0;
        for (RingWord word : expected) {
            String text = word.text();
            int common = Math.min(length, text.length());
            if (text.startsWith(new String(bytes, 0, common, StandardCharsets.ISO_8859_1))) {
                if (common == text.length()) {
                    return word;
                }
                possible = true;
            }
        }
        if (!possible) {
            throw unexpected(expected.stream().map(RingWord::form).collect(Collectors.joining(" or ")));
        }
        return null;
    }

    private Found<M> findFields(RingWord word, int start, boolean quiet) {
        int end = endOfFields(word, start);
        int next = skipNewlines(end);
        boolean terminated = hasLineFeed(end, next);
        Optional<String> fields = utf8(start, end);
        boolean whole =
                word.announces() && fields.filter(RingFields::endsInWholeSize).isPresent();
        if (!terminated && !quiet && !whole) {
            return null;
        }
        Optional<M> message = fields.flatMap(text -> grammar.read(word, text));
        if (terminated && message.isEmpty()) {
            throw unexpected(word.form());
        }
        return message.map(m -> new Found<>(m, next, whole)).orElse(null);
    }

    /** Where the fields end: at a newline, or where the bytes do. */
    private int endOfFields(RingWord word, int start) {
        int end = start;
        while (end < length && !isNewline(bytes[end])) {
            if (bytes[end] >= 0 && bytes[end] < ' ' || bytes[end] == 0x7f) {
                throw unexpected(word.form());
            }
            end++;
        }
        return end;
    }

    /** Also the newlines are gone with a message, so that they are not taken for the contents that follow it. */
    private int skipNewlines(int start) {
        int end = start;
        while (end < length && isNewline(bytes[end])) {
            end++;
        }
        return end;
    }

    /** A carriage return alone does not end a message: its line feed may be on the way. */
    private boolean hasLineFeed(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1).contains("\n");
    }

    private static boolean isNewline(byte b) {
        return b == '\n' || b == '\r';
    }

    private Optional<String> utf8(int start, int end) {
        try {
            ByteBuffer fields = ByteBuffer.wrap(bytes, start, end - start);
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(fields).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private RingProtocolException unexpected(String expected) {
        return new RingProtocolException(
                "got " + Excerpt.of(bytes, length) + "; expected " + (expected.isEmpty() ? "nothing" : expected));
    }

    /**
     * A message.
     *
     * @param length how many bytes it took
     * @param whole whether its size was written with all digits
     */
    record Found<M>(M message, int length, boolean whole) {}
}
