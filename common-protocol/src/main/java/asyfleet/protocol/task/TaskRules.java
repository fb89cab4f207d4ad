package asyfleet.protocol.task;

import asyfleet.protocol.wire.Excerpt;
import asyfleet.protocol.wire.Sha256;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rules for a task, the same at every door: each stands here, in {@link TaskFiles} or in {@link FileNames}, once and
 * with one error text. A breach is a {@link ProtocolException} that says what was wrong, the value and what was expected.
 * The table in docs/protocols.md lists them all; a test compares it.
 *
 * @param timeoutsMillis the only timeouts that a task may ask for, shortest first; empty if it may ask for any
 */
public record TaskRules(TaskLimits limits, List<Integer> timeoutsMillis) {

    public static final int MAX_VERBOSITY = 3;

    /** "Expected" for a verbosity. */
    public static final String VERBOSITIES = "0, 1, 2 or 3";

    private static final int LONGEST_LIST = 500;

    public TaskRules {
        timeoutsMillis = List.copyOf(timeoutsMillis);
    }

    /** The rules where the operator's series of timeouts is not known. */
    public static TaskRules withAnyTimeout(TaskLimits limits) {
        return new TaskRules(limits, List.of());
    }

    /**
     * Checks a task that came as a whole.
     *
     * @param main the name of the file to run, if the task says one; without it, it is the only file
     * @return the file to run; empty only for an interactive task
     */
    public Optional<String> checkTask(Map<String, byte[]> files, Optional<String> main, TaskOptions options) {
        Optional<String> run = namedMain(main, files.keySet(), options.interactive());
        TaskFiles checked = new TaskFiles(limits.files());
        files.forEach((name, contents) -> checked.add(name, run.equals(Optional.of(name)), contents.length));
        checkTimeout(options.timeoutMillis());
        checkVerbosity(options.verbosity());
        checkFormats(options);
        return run;
    }

    private static Optional<String> namedMain(Optional<String> name, Collection<String> files, boolean interactive) {
        if (name.isPresent() && !files.contains(name.get())) {
            throw files.isEmpty()
                    ? noMain(files)
                    : new ProtocolException(
                            "main is " + Excerpt.of(name.get()) + "; expected one of the files " + list(files));
        }
        boolean isOnlyFile = name.isEmpty() && files.size() == 1 && !interactive;
        return markedMain(isOnlyFile ? files : name.stream().toList(), files, interactive);
    }

    /**
     * The file to run.
     *
     * @param marked those of the files that the client calls the main file
     * @return empty only for an interactive task
     */
    public static Optional<String> markedMain(
            Collection<String> marked, Collection<String> files, boolean interactive) {
        if (marked.size() > 1) {
            throw new ProtocolException("main files " + list(marked) + "; expected exactly one");
        }
        if (marked.isEmpty() && !interactive) {
            throw noMain(files);
        }
        return marked.stream().findFirst();
    }

    private static ProtocolException noMain(Collection<String> files) {
        return new ProtocolException(
                files.isEmpty()
                        ? "no files; expected a main file"
                        : "no main file among " + list(files) + "; expected \"main\" to say which one to run");
    }

    private static String list(Collection<String> names) {
        return "[" + Excerpt.line(String.join(", ", names), LONGEST_LIST) + "]";
    }

    /** The mistake of a client that adds a file again. */
    public static ProtocolException addedTwice(String name) {
        return new ProtocolException("file " + Excerpt.of(name) + " comes twice; expected each name once");
    }

    /** Checks that a file has the contents that its hash, if it has one, says. */
    public static void checkHash(ClientMessage.Add add) {
        if (add.hash() == null || add.restore()) {
            return;
        }
        String actual = Sha256.hex(add.contents());
        if (!actual.equals(add.hash())) {
            throw new ProtocolException("hash of \"" + add.filename() + "\" is " + add.hash() + "; expected " + actual
                    + ", the SHA-256 of its " + add.contents().length + " bytes");
        }
    }

    /** The mistake of a client that says something at the wrong time. */
    public static ProtocolException outOfTurn(String verb, String expected) {
        return new ProtocolException("\"" + verb + "\" out of turn; expected " + expected);
    }

    /** The mistake of a client that types into a figure. */
    public static ProtocolException inputToFigure() {
        return new ProtocolException(
                "input for a task that is not interactive; expected options {\"interactive\": true}");
    }

    /** Checks options that come after {@code run}: null stands for one that was not named. */
    public static void checkLaterOptions(ClientMessage.Options options) {
        Integer millis = options.timeoutMillis();
        if (millis == null || !ClientMessage.Options.timeout(millis).equals(options)) {
            throw new ProtocolException("options after run may only shorten the time; expected {\"timeout\": ms}");
        }
    }

    /** @param millis null if the task asks for none */
    public void checkTimeout(Integer millis) {
        if (millis != null && !timeoutsMillis.isEmpty() && !timeoutsMillis.contains(millis)) {
            throw new ProtocolException("timeout is " + millis + "; expected one of "
                    + timeoutsMillis.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
    }

    /** A shell draws again and again, so it has one format. */
    public static void checkFormats(TaskOptions options) {
        if (options.interactive() && options.formats().size() > 1) {
            throw new ProtocolException("formats are "
                    + options.formats().stream().map(Format::wire).collect(Collectors.joining(", "))
                    + " and interactive is true; expected one format for a shell");
        }
    }

    private static void checkVerbosity(int verbosity) {
        if (verbosity < 0 || verbosity > MAX_VERBOSITY) {
            throw new ProtocolException("verbosity is " + verbosity + "; expected " + VERBOSITIES);
        }
    }
}
