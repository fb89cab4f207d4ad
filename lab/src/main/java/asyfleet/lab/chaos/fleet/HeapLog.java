package asyfleet.lab.chaos.fleet;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The log in which a JVM writes what each garbage collection left of its heap. */
final class HeapLog {

    static final String NAME = "gc.log";

    private static final int TAIL = 4096;
    private static final Pattern COLLECTION = Pattern.compile("\\d+M->(\\d+)M");

    private HeapLog() {}

    /** Megabytes after the last collection; 0 if there was none yet. */
    static int lastMegabytes(Path log) {
        if (!Files.exists(log)) {
            return 0;
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(TAIL, file.length())];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            return last(new String(tail, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return 0; // it has just been replaced by a new process
        }
    }

    private static int last(String text) {
        int megabytes = 0;
        Matcher matcher = COLLECTION.matcher(text);
        while (matcher.find()) {
            megabytes = Integer.parseInt(matcher.group(1));
        }
        return megabytes;
    }
}
