package asyfleet.ring.protocol;

import asyfleet.protocol.wire.Excerpt;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The rules that make a message of one direction from its word and the text of its fields. A text that does not have all the
 * fields yet gives no message; one whose fields hold what they must not is an error.
 */
final class RingGrammar<M> {

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern WRONG_NUMBER = Pattern.compile("[-+][0-9]+|[0-9]+[.,][0-9]*");
    private static final Pattern BLANK_AFTER_SIZE = Pattern.compile(".+ [^ ]+ [0-9]+ +");

    private final RingLimits limits;
    private final Function<byte[], M> contents;
    private final Map<RingWord, Function<String, Optional<M>>> readers = new EnumMap<>(RingWord.class);

    private RingGrammar(RingLimits limits, Function<byte[], M> contents) {
        this.limits = limits;
        this.contents = contents;
    }

    static RingGrammar<RunnerMessage> ofRunner(RingLimits limits) {
        RingGrammar<RunnerMessage> grammar = new RingGrammar<>(limits, RunnerMessage.Contents::new);
        return grammar.name(RingWord.SALUTON, RunnerMessage.Hail::new)
                .plain(RingWord.KOMPRENAS, new RunnerMessage.Understood())
                .plain(RingWord.JES, new RunnerMessage.Yes())
                .plain(RingWord.PETO, new RunnerMessage.JobRequest())
                .plain(RingWord.PRETA, new RunnerMessage.Ready())
                .announcement(RingWord.REZULTO, RunnerMessage.Result::new)
                .plain(RingWord.FINO_ANKAU, new RunnerMessage.Farewell());
    }

    static RingGrammar<ManagerMessage> ofManager(RingLimits limits) {
        RingGrammar<ManagerMessage> grammar = new RingGrammar<>(limits, ManagerMessage.Contents::new);
        return grammar.name(RingWord.VERSIO, ManagerMessage.Version::new)
                .name(RingWord.ALIGI, ManagerMessage.Group::new)
                .announcement(RingWord.LABORO, ManagerMessage.Job::new)
                .plain(RingWord.PRETA, new ManagerMessage.Ready())
                .plain(RingWord.RICEVIS, new ManagerMessage.Received())
                .plain(RingWord.FINO, new ManagerMessage.NoMoreJobs())
                .plain(RingWord.ELIRI, new ManagerMessage.Out())
                .plain(RingWord.ATENDI, new ManagerMessage.Hold());
    }

    M contents(byte[] bytes) {
        return contents.apply(bytes);
    }

    /** The message, or empty if more fields are to come. */
    Optional<M> read(RingWord word, String fields) {
        try {
            return readers.get(word).apply(fields);
        } catch (IllegalArgumentException e) {
            // The records check themselves; here it is the peer who gave them what they refuse.
            throw new RingProtocolException(e.getMessage() + " in " + word.form());
        }
    }

    private RingGrammar<M> plain(RingWord word, M message) {
        readers.put(word, fields -> Optional.of(message));
        return this;
    }

    private RingGrammar<M> name(RingWord word, Function<String, M> maker) {
        readers.put(word, fields -> Optional.of(fields)
                .filter(name -> !name.isEmpty())
                .map(this::bounded)
                .map(maker));
        return this;
    }

    private RingGrammar<M> announcement(RingWord word, Announcement<M> maker) {
        readers.put(word, fields -> announcement(fields, maker));
        return this;
    }

    /** Read from the right, so that a job's name may have spaces. */
    private Optional<M> announcement(String fields, Announcement<M> maker) {
        int beforeSize = fields.lastIndexOf(' ');
        int beforeSecond = fields.lastIndexOf(' ', beforeSize - 1);
        String size = fields.substring(beforeSize + 1);
        if (beforeSecond <= 0 || !DIGITS.matcher(size).matches()) {
            checkMayGoOn(fields, size);
            return Optional.empty();
        }
        String name = bounded(fields.substring(0, beforeSecond));
        return Optional.of(maker.make(name, fields.substring(beforeSecond + 1, beforeSize), size(size)));
    }

    /** Refuses a size that can never become one: no further byte would make it valid. */
    private static void checkMayGoOn(String fields, String size) {
        if (WRONG_NUMBER.matcher(size).matches()
                || BLANK_AFTER_SIZE.matcher(fields).matches()) {
            throw new IllegalArgumentException("size is " + Excerpt.of(size) + "; expected digits up to the end");
        }
    }

    private String bounded(String name) {
        if (name.length() > limits.maxNameChars()) {
            throw new IllegalArgumentException("name " + Excerpt.of(name) + " has " + name.length()
                    + " characters; expected at most " + limits.maxNameChars());
        }
        return name;
    }

    private int size(String digits) {
        // More digits than an int has would not parse.
        if (digits.length() > 10 || Long.parseLong(digits) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "size is " + Excerpt.of(digits) + "; expected at most " + Integer.MAX_VALUE);
        }
        return Integer.parseInt(digits);
    }

    /** Makes a message of a job's name, the field after it, and a size. */
    private interface Announcement<M> {
        M make(String name, String second, int size);
    }
}
