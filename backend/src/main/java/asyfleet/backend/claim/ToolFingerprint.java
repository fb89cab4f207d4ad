package asyfleet.backend.claim;

import asyfleet.config.StartFailure;
import asyfleet.protocol.wire.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fingerprint of the installed programs: another for another set of them, so that a kept result is not served once
 * the programs have changed. Size and time of change are those of the package, so machines with the same packages have
 * the same fingerprint; asking each program for its version would take longer and notice less. The version of
 * Asymptote, which people want to know, stands in front; it is in a file.
 */
public final class ToolFingerprint {

    private static final List<Path> PROGRAMS = List.of(
            Path.of("/usr/bin/asy"),
            Path.of("/usr/bin/pdftex"),
            Path.of("/usr/bin/dvisvgm"),
            Path.of("/usr/bin/gs"),
            Path.of("/usr/bin/Xvfb"),
            Path.of("/usr/share/asymptote/plain.asy"),
            Path.of("/usr/share/texlive/texmf-dist/tex/latex/base/article.cls"));

    private static final Path VERSION_FILE = Path.of("/usr/share/asymptote/version.asy");
    private static final Pattern VERSION = Pattern.compile("VERSION=\"([^\" ]+)\"");

    private static final int BYTES = 8;
    private static final int DEPTH = 8;
    private static final int MOST_FILES = 10_000;

    private ToolFingerprint() {}

    /** @param modules directories of modules that are not Asymptote's own: they count by their contents */
    public static String ofThisMachine(List<Path> modules) {
        return asymptoteVersion(VERSION_FILE) + "-" + of(PROGRAMS, modules);
    }

    static String asymptoteVersion(Path file) {
        try {
            Matcher version = VERSION.matcher(Files.readString(file));
            return version.find() ? version.group(1) : "unknown";
        } catch (IOException e) {
            return "unknown";
        }
    }

    static String of(List<Path> programs, List<Path> modules) {
        MessageDigest digest = Sha256.start();
        for (Path program : programs) {
            digest.update(describe(program).getBytes(StandardCharsets.UTF_8));
        }
        modules.forEach(directory -> addContents(directory, digest));
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private static void addContents(Path directory, MessageDigest digest) {
        try (Stream<Path> files = Files.walk(directory, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
            List<Path> sorted = files.filter(Files::isRegularFile)
                    .limit(MOST_FILES)
                    .sorted()
                    .toList();
            for (Path file : sorted) {
                digest.update((directory.relativize(file) + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(Sha256.start().digest(Files.readAllBytes(file)));
            }
        } catch (IOException | UncheckedIOException e) {
            throw new StartFailure("modules in " + directory + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String describe(Path program) {
        try {
            return program + " " + Files.size(program) + " "
                    + Files.getLastModifiedTime(program).toMillis() + "\n";
        } catch (IOException e) {
            return program + " missing\n";
        }
    }
}
