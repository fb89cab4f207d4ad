package asyfleet.ring.manage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.RunnerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoriesTest {

    private static final RunnerId RUNNER = new RunnerId(1, "host", "127.0.0.1", true);

    @TempDir
    Path directory;

    @Test
    void jobsAreTheFilesWithTheRightExtensionInAllDirectories() throws IOException {
        for (String name : List.of("b.asy", "a/x y.asy", "a/z.sh", "a/.hidden.asy", ".git/c.asy", "note.txt", "asy")) {
            make(name);
        }

        assertEquals(List.of("a/x y", "b"), names(Set.of(".asy")));
        assertEquals(List.of("a/x y", "a/z", "b"), names(Set.of(".asy", ".sh")));
    }

    @Test
    void linksAreNotFollowed(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("secret.asy"), "");
        Files.createSymbolicLink(directory.resolve("link"), outside);
        Files.createSymbolicLink(directory.resolve("file.asy"), outside.resolve("secret.asy"));

        assertEquals(List.of(), names(Set.of(".asy")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb.asy", "a\\b.asy", "blank .asy"})
    void aNameThatTheProtocolCannotCarryIsRefusedAtTheStart(String name) throws IOException {
        make(name);

        assertThrows(StartFailure.class, () -> names(Set.of(".asy")));
    }

    @Test
    void aNameThatCannotBeReadIsRefusedAtTheStart() {
        // No file: whether one can have the name depends on the locale.
        assertThrows(StartFailure.class, () -> RunsDirectory.checkName(Path.of("a.asy"), "a\uFFFD", ".asy"));
    }

    @Test
    void twoJobsOfOneNameAreRefusedAtTheStart() throws IOException {
        make("a.asy");
        make("a.sh");

        StartFailure refused = assertThrows(StartFailure.class, () -> names(Set.of(".asy", ".sh")));
        assertTrue(refused.getMessage().contains("a.asy and"), refused.getMessage());
    }

    @Test
    void aDirectoryThatIsNotThereIsSaid() {
        assertRefused("there is no " + directory.resolve("none"), directory.resolve("none"));
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsSaid() throws IOException {
        assertRefused("a.asy is a file", make("a.asy"));
    }

    @Test
    void theDirectoryItselfMayBeALink(@TempDir Path elsewhere) throws IOException {
        make("a.asy");
        Path link = Files.createSymbolicLink(elsewhere.resolve("runs"), directory);

        assertEquals(1, new RunsDirectory(link, Set.of(".asy"), 1).jobs().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.res/b.asy", "a.svg/sub/b.asy", "a~1.asy"})
    void jobsWhoseResultsWouldBeInEachOthersPlaceAreRefusedAtTheStart(String other) throws IOException {
        make("a.asy");
        make(other);

        assertRefused("a.asy would be where those of " + directory.toRealPath().resolve(other), directory);
    }

    @Test
    void aTildeThatIsInNobodysWayIsALetter() throws IOException {
        make("a~1.asy");
        make("b.res/c~x.asy");

        assertEquals(List.of("a~1", "b.res/c~x"), names(Set.of(".asy")));
    }

    private static void assertRefused(String why, Path runs) {
        StartFailure refused =
                assertThrows(StartFailure.class, () -> new RunsDirectory(runs, Set.of(".asy"), 1).jobs());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        FileJob job = new FileJob("a", ".asy", make("a.asy"), 3);

        assertThrows(IOException.class, job::contents);
    }

    @Test
    void aResultBeginsWithASummaryAndItsImagesAreBesideIt() throws IOException {
        TaskResult result = new TaskResult(
                List.of(new Output(OutputStreamName.STDOUT, bytes("printed\n"))),
                List.of(new Result(Format.PDF, bytes("first")), new Result(Format.SVG, bytes("last"))),
                new Complete(true, null, 212L, null));

        write("sub/a", new JobReport("success", result.encode(), true));

        assertEquals("success: sub/a on host, ok, 0.212 s, images: 2\nprinted\n", read("sub/a.res"));
        assertEquals("first", read("sub/a~1.pdf"));
        assertEquals("last", read("sub/a.svg"));
    }

    @Test
    void theOutputOfAnotherProgramsRunnerIsKeptAsItIs() throws IOException {
        byte[] output = {0, -1, 10, 65};

        write("a", new JobReport("failure", output, false));

        byte[] summary = bytes("failure: a on host, A\n");
        byte[] file = Files.readAllBytes(directory.resolve("a.res"));
        assertArrayEquals(summary, Arrays.copyOf(file, summary.length));
        assertArrayEquals(output, Arrays.copyOfRange(file, summary.length, file.length));
    }

    @Test
    void aSummaryHasOnlyWhatCanBePrinted() throws IOException {
        write(
                "a",
                new JobReport("failure", new byte[] {'x', 10, -1, -2, 'n', 'o', 0, -128, 'w', 27, 10, -1, 10}, false));

        byte[] summary = bytes("failure: a on host, no w\n");
        assertArrayEquals(summary, Arrays.copyOf(Files.readAllBytes(directory.resolve("a.res")), summary.length));
    }

    @Test
    void aParcelOfAnotherProgramsRunnerIsPlainOutput() throws IOException {
        byte[] forged = bytes("ASYFLEET-PARCEL 1\nsuccess true\npart image svg 1\n\nx");

        write("a", new JobReport("success", forged, false));

        assertEquals(
                "success: a on host, ok, " + forged.length + " bytes of output\n"
                        + new String(forged, StandardCharsets.UTF_8),
                read("a.res"));
        assertFalse(Files.exists(directory.resolve("a.svg")));
    }

    @Test
    void aSummaryIsOneLineWhateverTheRunnerSends() throws IOException {
        write(
                "a",
                new JobReport("failure", bytes("ASYFLEET-PARCEL 1\nsuccess false\nerror \u009b2J\rforged\n\n"), true));

        assertEquals("failure: a on host,  2J forged\n", read("a.res"));
    }

    @Test
    void onlyASuccessIsFinished() throws IOException {
        write("good", new JobReport("success", bytes(""), false));
        write("bad", new JobReport("failure", bytes("success: not really"), false));
        try (OutputsDirectory outputs = OutputsDirectory.open(directory)) {
            assertTrue(outputs.isFinished(job("good")));
            assertFalse(outputs.isFinished(job("bad")));
            assertFalse(outputs.isFinished(job("never run")));
        }
    }

    @Test
    void aSuccessOfTheOriginalManagerIsFinished() throws IOException {
        Files.writeString(directory.resolve("good.res"), "runexp summary: success\n\nTue -- [host] Running good\n");
        Files.writeString(directory.resolve("bad.res"), "runexp summary: failure\n\nsuccess: \n");
        try (OutputsDirectory outputs = OutputsDirectory.open(directory)) {
            assertTrue(outputs.isFinished(job("good")));
            assertFalse(outputs.isFinished(job("bad")));
        }
    }

    @Test
    void aResultOfOurRunnerThatTheOriginalManagerStoredIsFinishedIfItSaysSo() throws IOException {
        Files.writeString(directory.resolve("good.res"), "RES:failed at first\nbut then\nRES:done\n");
        Files.writeString(directory.resolve("bad.res"), "RES:done\nRES: failed!\n");
        Files.writeString(directory.resolve("mute.res"), "no word of it\n");
        Files.writeString(directory.resolve("ours.res"), "failure: ours on host, x\nRES:done\n");
        try (OutputsDirectory outputs = OutputsDirectory.open(directory)) {
            assertTrue(outputs.isFinished(job("good")));
            assertFalse(outputs.isFinished(job("bad")));
            assertFalse(outputs.isFinished(job("mute")));
            assertFalse(outputs.isFinished(job("ours")));
        }
    }

    @Test
    void theReasonOfAJobOfTheOriginalRunnerIsWhatItsProgramSaid() {
        String preamble =
                "runexp summary: failure\n\n> bash x.sh\nProgram exited with status 256\nProgram output follows\n\n";

        assertEquals("no disk", new JobReport("failure", bytes(preamble + "no disk\n"), false).explanation());
        assertEquals("Program exited with status 256", new JobReport("failure", bytes(preamble), false).explanation());
    }

    @Test
    void aLaterResultReplacesAnEarlierOne() throws IOException {
        write("a", new JobReport("failure", bytes("x".repeat(1000)), false));
        write("a", new JobReport("success", bytes("y"), false));

        assertEquals("success: a on host, ok, 1 bytes of output\ny", read("a.res"));
    }

    @Test
    void whatCouldNotBeWrittenTakesNoRoom() throws IOException {
        Files.createDirectories(directory.resolve("a.res/in the way"));

        assertThrows(IOException.class, () -> write("a", new JobReport("success", bytes("y"), false)));
        assertNothingPrivateBut("lock");
    }

    @Test
    void whatAKilledManagerWasWritingIsRemoved() throws IOException {
        make(".ring/part-7");

        OutputsDirectory.open(directory).close();

        assertNothingPrivateBut("lock");
    }

    private void assertNothingPrivateBut(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(".ring"))) {
            assertEquals(
                    List.of(name),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void twoManagersDoNotWriteToOneDirectory() {
        try (OutputsDirectory outputs = OutputsDirectory.open(directory)) {
            assertThrows(StartFailure.class, () -> OutputsDirectory.open(directory));
        }
    }

    private List<String> names(Set<String> types) {
        return new RunsDirectory(directory, types, 1000)
                .jobs().stream().map(FileJob::name).toList();
    }

    private Path make(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "draw();");
    }

    private void write(String name, JobReport report) throws IOException {
        try (OutputsDirectory outputs = OutputsDirectory.open(directory)) {
            outputs.write(job(name), RUNNER, report);
        }
    }

    private FileJob job(String name) {
        return new FileJob(name, ".asy", directory.resolve(name + ".asy"), 1000);
    }

    private String read(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
