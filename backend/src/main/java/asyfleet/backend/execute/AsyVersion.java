package asyfleet.backend.execute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A version of Asymptote, and the options that it needs beside those that all versions have. */
record AsyVersion(int major, int minor) implements Comparable<AsyVersion> {

    private static final Logger LOG = LoggerFactory.getLogger(AsyVersion.class);
    private static final Pattern ANSWER = Pattern.compile("Asymptote version ([0-9]{1,4})\\.([0-9]{1,4})");
    private static final int SECONDS = 10;
    private static final int ANSWER_BYTES = 4096;

    /** The one that we know best; one that cannot be read is taken for it. */
    static final AsyVersion USUAL = new AsyVersion(2, 85);

    /**
     * An option that only some versions have, or need.
     *
     * @param from the first of these versions
     * @param before the first that is none of them any more
     */
    private record VersionOption(AsyVersion from, AsyVersion before, String option) {

        boolean concerns(AsyVersion version) {
            return version.compareTo(from) >= 0 && version.compareTo(before) < 0;
        }
    }

    private static final AsyVersion FIRST = new AsyVersion(0, 0);
    private static final AsyVersion NEVER = new AsyVersion(Integer.MAX_VALUE, 0);

    /** Read in Asymptote's sources. Versions 2.85 and 3.02 were run; they need none of these. */
    private static final List<VersionOption> VERSION_OPTIONS = List.of(
            // They put a program for a viewer into a PDF of three dimensions, where nothing else shows it.
            new VersionOption(FIRST, new AsyVersion(2, 80), "-noprc"),
            // They draw by Vulkan, for which our X server has no driver, and by OpenGL if told to.
            new VersionOption(new AsyVersion(3, 12), NEVER, "-novulkan"));

    /** Asked once, when it is first needed. */
    private static final class Here {
        static final AsyVersion VERSION = ask("asy");
    }

    /** The version that is installed. */
    static AsyVersion installed() {
        return Here.VERSION;
    }

    List<String> options() {
        return VERSION_OPTIONS.stream()
                .filter(each -> each.concerns(this))
                .map(VersionOption::option)
                .toList();
    }

    /** Asks the program. */
    static AsyVersion ask(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            process.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
            String answer = new String(process.getInputStream().readNBytes(ANSWER_BYTES), StandardCharsets.UTF_8);
            return parse(answer).orElseGet(() -> unknown(program, answer));
        } catch (IOException e) {
            return unknown(program, e.getMessage());
        }
    }

    private static AsyVersion unknown(String program, String answer) {
        LOG.warn("version of Asymptote unknown program={} taken={} answer={}", program, USUAL, answer.strip());
        return USUAL;
    }

    static Optional<AsyVersion> parse(String answer) {
        Matcher version = ANSWER.matcher(answer);
        return version.find()
                ? Optional.of(new AsyVersion(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(AsyVersion other) {
        return Comparator.comparingInt(AsyVersion::major)
                .thenComparingInt(AsyVersion::minor)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return "%d.%02d".formatted(major, minor);
    }
}
