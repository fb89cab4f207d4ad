package asyfleet.standalone;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program that {@link EmbeddedRedis} runs: the machine's own {@code redis-server} if it is new enough, else the one
 * that the embedded-redis artefact carries, unpacked for the time that it takes to start.
 *
 * @param unpacked whether {@code command} is a file of ours, which {@link #close} removes; a running program does not
 *     miss its file
 */
record RedisBinary(String command, boolean unpacked) implements AutoCloseable {

    static final int OLDEST_MAJOR = 7;

    private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.");
    private static final String CARRIED = "/redis-server-7.0.15-%s-%s";

    static RedisBinary find() {
        OptionalInt installed = majorVersion("redis-server");
        boolean usable = installed.isPresent() && installed.getAsInt() >= OLDEST_MAJOR;
        return usable ? new RedisBinary("redis-server", false) : unpack();
    }

    /** The major version that the program reports; empty if there is no such program. */
    static OptionalInt majorVersion(String command) {
        try {
            Process process = new ProcessBuilder(command, "--version")
                    .redirectErrorStream(true)
                    .start();
            Matcher version =
                    VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            return version.find() ? OptionalInt.of(Integer.parseInt(version.group(1))) : OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    static RedisBinary unpack() {
        String resource = CARRIED.formatted(system(), architecture());
        try (InputStream carried = RedisBinary.class.getResourceAsStream(resource)) {
            if (carried == null) {
                throw new StartFailure(
                        "no redis-server " + OLDEST_MAJOR + " or newer on the PATH, and none is carried for " + system()
                                + " on " + architecture() + ": install one, or give the address of yours with --redis");
            }
            Path file = Files.createTempFile(
                    "asyfleet-redis-server",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.write(file, carried.readAllBytes());
            return new RedisBinary(file.toString(), true);
        } catch (IOException e) {
            throw new StartFailure(
                    "cannot unpack the carried redis-server (" + e.getMessage()
                            + "): free some space in the temporary directory, or install redis-server " + OLDEST_MAJOR,
                    e);
        }
    }

    private static String system() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
    }

    private static String architecture() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> System.getProperty("os.arch");
        };
    }

    @Override
    public void close() {
        if (unpacked) {
            try {
                Files.deleteIfExists(Path.of(command));
            } catch (IOException e) {
                throw new StartFailure("cannot remove " + command + ": " + e.getMessage(), e);
            }
        }
    }
}
