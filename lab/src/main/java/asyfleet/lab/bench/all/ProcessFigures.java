package asyfleet.lab.bench.all;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The figures of one process that the kernel keeps.
 *
 * @param cpuMicros processor time of all its threads, those that have ended too
 * @param compilerMicros of it, what the compilers of a JVM took
 */
record ProcessFigures(double cpuMicros, double compilerMicros, long residentBytes, int descriptors) {

    private static final double MICROS_PER_TICK = 10_000; // USER_HZ is 100 on every Linux that runs Java
    private static final int USER_TIME = 11; // after the name, which may hold blanks
    private static final int SYSTEM_TIME = 12;
    private static final int CHILDREN_USER_TIME = 13;
    private static final int CHILDREN_SYSTEM_TIME = 14;
    private static final long PAGE = 4096;

    static ProcessFigures of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            long resident =
                    Long.parseLong(Files.readString(process.resolve("statm")).split(" ")[1]);
            return new ProcessFigures(
                    micros(process.resolve("stat")), compilers(process), resident * PAGE, count(process.resolve("fd")));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " cannot be looked at", e);
        }
    }

    /** Processor time of a process and of all its children that have ended. */
    static double withChildrenMicros(long pid) {
        return of(pid).cpuMicros() + ofChildrenMicros(pid);
    }

    /** Processor time of the children of a process that have ended, and of theirs. */
    static double ofChildrenMicros(long pid) {
        try {
            String[] fields = fields(Path.of("/proc", Long.toString(pid), "stat"));
            return sum(fields, CHILDREN_USER_TIME, CHILDREN_SYSTEM_TIME);
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " cannot be looked at", e);
        }
    }

    private static double compilers(Path process) throws IOException {
        double sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                sum += ofCompiler(thread);
            }
        }
        return sum;
    }

    private static double ofCompiler(Path thread) throws IOException {
        try {
            boolean compiles = Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre\\s*");
            return compiles ? micros(thread.resolve("stat")) : 0;
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }

    private static double micros(Path stat) throws IOException {
        return sum(fields(stat), USER_TIME, SYSTEM_TIME);
    }

    private static String[] fields(Path stat) throws IOException {
        String text = Files.readString(stat);
        return text.substring(text.lastIndexOf(')') + 2).split(" ");
    }

    private static double sum(String[] fields, int one, int other) {
        return (Long.parseLong(fields[one]) + Long.parseLong(fields[other])) * MICROS_PER_TICK;
    }

    private static int count(Path directory) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path ignored : entries) {
                count++;
            }
        }
        return count;
    }
}
