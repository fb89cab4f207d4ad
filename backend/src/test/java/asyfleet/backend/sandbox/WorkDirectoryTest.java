package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.process.ChildCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class WorkDirectoryTest {

    private static final byte[] PICTURE = "<svg/>".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path path;

    @Test
    void whatATaskMadeUnreadableCountsAsAbsent() throws IOException {
        Files.createSymbolicLink(path.resolve("out.svg"), Path.of("/etc/passwd"));

        try (WorkDirectory directory = WorkDirectory.open(path)) {
            assertTrue(directory.read("out.svg", 1000).isEmpty());
            assertTrue(directory.list(10).isEmpty());
        }
    }

    /** Else a program that drew a picture would be told that it drew none. In a process of its own: the limit is one for all. */
    @Test
    void aWantOfDescriptorsIsNoFaultOfTheTask() {
        String said =
                ChildCommand.java(WithoutDescriptors.class, path.toString()).run();

        assertEquals("nothing is open\nlist refused\nread refused\nisFull refused\nread <svg/>, full false\n", said);
    }

    @ParameterizedTest
    @CsvSource({
        "Too many open files, true",
        "Bad file descriptor, true",
        "Too many levels of symbolic links, false",
        "No such device or address, false",
        ", false"
    })
    void aReasonTellsWhoseFaultItIs(String reason, boolean ours) {
        assertEquals(ours, WorkDirectory.isOurs(new FileSystemException("out.svg", null, reason)));
    }

    /** A program that looks into a directory while it can open nothing. */
    static final class WithoutDescriptors {

        private static final String STEPS = "limit=$(prlimit --pid \"$1\" --nofile --noheadings --output SOFT);"
                + " read -r go; prlimit --pid \"$1\" --nofile=3: && echo low;"
                + " read -r go; prlimit --pid \"$1\" --nofile=\"$limit\": && echo high";

        private WithoutDescriptors() {}

        public static void main(String[] args) throws Exception {
            try (WorkDirectory directory = WorkDirectory.open(Path.of(args[0]))) {
                directory.write("out.svg", PICTURE);
                lookAtAll(directory); // loads the classes that this needs
                Process shell = new ProcessBuilder(
                                "bash",
                                "-c",
                                STEPS,
                                "steps",
                                String.valueOf(ProcessHandle.current().pid()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start(); // now: a later one would need descriptors
                BufferedReader answers = shell.inputReader();
                letGoOn(shell); // not sooner: newer Javas open files after they started it
                System.out.println("low".equals(answers.readLine()) ? "nothing is open" : "the limit stays");
                lookAtAll(directory);
                letGoOn(shell);
                answers.readLine();
                String read = new String(directory.read("out.svg", 1000).orElseThrow(), StandardCharsets.UTF_8);
                System.out.println("read " + read + ", full " + directory.isFull());
            }
        }

        private static void letGoOn(Process shell) throws IOException {
            shell.getOutputStream().write('\n');
            shell.getOutputStream().flush();
        }

        private static void lookAtAll(WorkDirectory directory) throws Exception {
            look("list", () -> directory.list(10));
            look("read", () -> directory.read("out.svg", 1000));
            look("isFull", directory::isFull);
        }

        private static void look(String name, Callable<?> step) throws Exception {
            try {
                step.call();
            } catch (UncheckedIOException e) {
                System.out.println(name + " refused");
            }
        }
    }
}
