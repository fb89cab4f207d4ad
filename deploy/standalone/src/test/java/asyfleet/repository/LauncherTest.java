package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.repository.LauncherRun.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of {@code ./asyfleet} itself, before any program of the product starts. */
@Tag("slow")
class LauncherTest {

    @TempDir
    Path directory;

    private LauncherRun launcher;

    @BeforeEach
    void makeLauncher() {
        launcher = new LauncherRun(directory.resolve("bin"));
    }

    @AfterEach
    void removeLinks() {
        launcher.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"up", "test", "doctor", "fuzz", "queue-server", "scheduler", "backend", "client", "ring", "bench"
            })
    void helpListsEveryCommand(String command) {
        Outcome outcome = launcher.run("--help");

        assertEquals(0, outcome.exitCode());
        assertTrue(outcome.output().contains("\n  " + command + " "), outcome.output());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "build",
                "test",
                "release",
                "dependencies",
                "up",
                "render",
                "load",
                "mutate",
                "bench",
                "bench all"
            })
    void helpBuildsNothing(String command) {
        Outcome outcome = launcher.withProgram("mvn", "echo Maven runs; exit 1").run((command + " --help").split(" "));

        assertEquals(0, outcome.exitCode(), outcome.output());
        assertContains(outcome, "Usage: ");
        assertFalse(outcome.output().contains("Maven runs"), outcome.output());
    }

    @Test
    void theVersionIsTheProducts() {
        String version = MavenBuild.read(Repository.root()).coordinates().get(1);

        assertEquals(new Outcome(0, "asyfleet " + version + "\n"), launcher.run("--version"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pu                | unknown command 'pu'; ./asyfleet --help lists them all
            up --prot 80      | up: unknown argument '--prot'; it knows --port, --slots, --redis, --bind, --redis-patience, --data-directory, --config, --log-level, --log-format, --otlp-endpoint, --tex and --help
            up --port banana  | --port: 'banana' is not a port; give a number from 0 to 65535
            up --port 65536   | --port: '65536' is not a port; give a number from 0 to 65535
            up --port=-1      | --port: '-1' is not a port; give a number from 0 to 65535
            up --tex huge     | --tex: 'huge' is no set of TeX packages; it knows minimal, standard and full
            up --redis        | --redis wants a value; ./asyfleet up --help says which
            doctor --port x   | --port: 'x' is not a port; give a number from 0 to 65535
            doctor --sandobx  | doctor: unknown argument '--sandobx'; it knows --port and --sandbox
            fuzz --minutes x  | --minutes: 'x' is not a number of minutes above 0
            dependencies all  | dependencies: unknown argument 'all'; it takes --sbom or none
            bench speed       | bench: unknown benchmark 'speed'; it knows all, scheduler, render, solids, equality, fleet, clients, limiter, queue, page and startup
            """)
    void aSlipIsAnsweredInOneLineBeforeAnySetUp(String arguments, String answer) {
        assertEquals(new Outcome(2, "asyfleet: " + answer + "\n"), launcher.run(arguments.split(" ")));
    }

    @Test
    void whoNamesNoFuzzTargetIsToldWhichThereAre() {
        Outcome outcome = launcher.run("fuzz", "Nothing");

        assertEquals(2, outcome.exitCode());
        assertContains(outcome, "asyfleet: fuzz: there is no target 'Nothing'; there are: Callers ClientFrames ");
    }

    @Test
    void aPortInUseIsAnsweredInOneLineBeforeAnySetUp() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertEquals(
                    new Outcome(
                            1,
                            "asyfleet: port " + port
                                    + " is in use; stop what listens there or choose another with --port\n"),
                    launcher.run("up", "--port", "" + port));
        }
    }

    @Test
    void worksThroughASymbolicLinkInADirectoryWithSpaces() throws IOException {
        Path link = Files.createDirectory(directory.resolve("a directory")).resolve("the fleet");
        Files.createSymbolicLink(link, Repository.root().resolve("asyfleet"));

        int exitCode = launcher.runFile(link, "--help").exitCode();
        Files.delete(link);

        assertEquals(0, exitCode);
    }

    @Test
    void doctorSaysWhatIsMissingAndWhichPackageBringsIt() {
        Outcome outcome = launcher.without("asy", "dvisvgm").run("doctor", "--port", "0");

        assertAll(
                () -> assertEquals(1, outcome.exitCode()),
                () -> assertContains(outcome, "missing  asy, which renders the figures (package asymptote)"),
                () -> assertContains(outcome, "missing  dvisvgm, which makes SVG (package dvisvgm)"),
                () -> assertContains(outcome, "apt-get install -y --no-install-recommends asymptote dvisvgm\n"));
    }

    @Test
    void doctorTriesTheSandboxInsteadOfGuessing() {
        Outcome outcome =
                launcher.withProgram("bwrap", "[ \"$1\" = --version ]").run("doctor", "--port", "0");

        assertEquals(1, outcome.exitCode());
        assertContains(outcome, "missing  user namespaces");
    }

    @ParameterizedTest
    @CsvSource({"7.0.15, ok       redis-server 7.0.15", "6.2.7, note     redis-server 6.2.7 is older than 7"})
    void doctorJudgesTheVersionOfRedis(String version, String verdict) {
        launcher.withProgram("redis-server", "echo Redis server v=" + version + " sha=00000000:0 bits=64");

        assertContains(launcher.run("doctor", "--port", "0"), verdict);
    }

    @Test
    void whoMayNotInstallGetsTheExactCommands() {
        Outcome outcome = launcher.without("asy", "bwrap", "sudo")
                .withProgram("id", "echo 1000")
                .run("up", "--port", "0", "--tex", "minimal");

        assertEquals(new Outcome(1, """
                        asyfleet: these packages are missing and this user may not install them; please run:
                          sudo apt-get update
                          sudo apt-get install -y --no-install-recommends asymptote bubblewrap
                        """), outcome);
    }

    @Test
    void aCompilerWithoutTheHeadersOfTheCLibraryIsNoCompiler() {
        launcher.without("asy", "sudo").withProgram("id", "echo 1000").withProgram("cc", "exit 1");

        assertContains(
                launcher.run("up", "--port", "0", "--tex", "minimal"),
                "apt-get install -y --no-install-recommends asymptote gcc libc6-dev\n");
        assertContains(
                launcher.run("doctor", "--port", "0"),
                "note     no C compiler with the headers of the C library: figures start slower");
    }

    @ParameterizedTest
    @CsvSource({
        "minimal, asymptote",
        "standard, asymptote texlive-latex-extra texlive-fonts-recommended texlive-science texlive-lang-cyrillic cm-super lmodern",
        "full, lmodern texlive-xetex texlive-lang-cjk fonts-noto-cjk"
    })
    void theSetOfTexPackagesIsTheOneAskedFor(String set, String packages) {
        Outcome outcome = launcher.without("asy", "sudo")
                .withProgram("id", "echo 1000")
                .withProgram("dpkg-query", "exit 1")
                .run("up", "--port", "0", "--tex", set);

        assertContains(outcome, packages + "\n");
    }

    @Test
    void doctorSaysInWordsWhatFiguresCanHave() {
        Outcome outcome =
                launcher.without("xelatex").withProgram("kpsewhich", "exit 1").run("doctor", "--port", "0");

        assertAll(
                () -> assertContains(outcome, "yes      labels with umlauts and accents\n"),
                () -> assertContains(
                        outcome,
                        "no       labels in Russian, Ukrainian, Bulgarian, Serbian: ./asyfleet up --tex standard brings it\n"),
                () -> assertContains(outcome, "no       labels by xelatex: ./asyfleet up --tex full brings it\n"),
                () -> assertContains(outcome, "yes      svg\n"));
    }

    @Test
    void whoMayInstallIsToldWhatAndAFailureStopsWithTheCommand() {
        launcher.without("asy", "bwrap")
                .withProgram("id", "echo 1000")
                .withProgram("sudo", "[ \"$1\" = -n ] && shift; exec \"$@\"")
                .withProgram("apt-get", "case \"$*\" in *update*) ;; *) echo 'E: no space left'; exit 100 ;; esac");

        Outcome outcome = launcher.run("up", "--port", "0", "--tex=minimal");

        assertAll(
                () -> assertEquals(1, outcome.exitCode()),
                () -> assertContains(outcome, "asyfleet: installing with apt: asymptote bubblewrap\n"),
                () -> assertContains(outcome, "asyfleet: as root, through: sudo -n\n"),
                () -> assertContains(outcome, "E: no space left\n"),
                () -> assertContains(outcome, "asyfleet: apt failed; all of its output is in "),
                () -> assertFalse(outcome.output().contains("building with Maven"), outcome.output()));
    }

    @ParameterizedTest
    @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "C.UTF-8, C.UTF-8", "C.utf8, C.utf8"})
    void programsKnowMoreThanAsciiWhateverTheLocale(String given, String used) {
        Path services = Repository.root().resolve("deploy/launcher/services.sh");

        Outcome outcome = launcher.withEnvironment("LC_ALL", given)
                .runFile(Path.of("/bin/bash"), "-c", "source '" + services + "'; use_utf8; echo $LC_ALL");

        assertEquals(new Outcome(0, used + "\n"), outcome);
    }

    @Test
    void fastTestsAreThoseWithoutTheTagSlow() throws IOException {
        launcher.withProgram("mvn", "[ \"$2\" = --version ] && echo Apache Maven 3.9.9 || echo \"mvn $*\"");

        Outcome outcome = launcher.runFile(copyOfTheLauncher(), "test", "--fast", "-pl", "client");

        assertContains(outcome, " package -DexcludedGroups=slow -pl client\n");
        assertContains(outcome, "mvn --batch-mode --fail-at-end -Dmaven.test.failure.ignore=true ");
        assertContains(outcome, "asyfleet: FAILED: no test ran\n");
    }

    @Test
    void aTestThatPassesWhenItRunsAgainIsNamedAsFlaky() throws IOException {
        withReports("ATest=1 BTest=0", "ATest=0");

        Outcome outcome = launcher.runFile(copyOfTheLauncher(), "test");

        assertContains(outcome, "asyfleet: running once more what failed: asyfleet.ATest\n");
        assertContains(outcome, " verify -DforkCount=1 -Dtest=asyfleet.ATest -Dit.test=asyfleet.ATest ");
        assertContains(outcome, "asyfleet: flaky, failed once and then passed: asyfleet.ATest\n");
        assertContains(outcome, "\n4 passed, 0 failed, 0 skipped\nasyfleet: PASSED in ");
        assertEquals(0, outcome.exitCode());
    }

    @Test
    void aTestThatFailsTwiceFailsTheRun() throws IOException {
        withReports("ATest=1 BTest=0", "ATest=1");

        Outcome outcome = launcher.runFile(copyOfTheLauncher(), "test");

        assertFalse(outcome.output().contains("flaky"), outcome.output());
        assertContains(outcome, "\n3 passed, 1 failed, 0 skipped\nasyfleet: FAILED after ");
        assertEquals(1, outcome.exitCode());
    }

    @Test
    void testsThatFailInManyClassesAreNotRunAgain() throws IOException {
        withReports("ATest=1 BTest=1 CTest=1 DTest=1 ETest=1", "");

        Outcome outcome = launcher.runFile(copyOfTheLauncher(), "test");

        assertFalse(outcome.output().contains("running once more"), outcome.output());
        assertContains(outcome, "\n5 passed, 5 failed, 0 skipped\nasyfleet: FAILED after ");
        assertEquals(1, outcome.exitCode());
    }

    /** A Maven that writes a report of two tests for each class, with so many failed: of its first run, and of a second. */
    private void withReports(String first, String second) {
        launcher.withProgram("mvn", """
                [ "$2" = --version ] && { echo Apache Maven 3.9.9; exit; }
                echo "mvn $*"
                mkdir -p backend/target/surefire-reports
                results='%s'; case "$*" in *-Dtest=*) results='%s' ;; esac
                for result in $results; do
                  name="asyfleet.${result%%%%=*}"
                  echo "<testsuite name='$name' tests='2' errors='0' skipped='0' failures='${result#*=}'>" | tr "'" '"' \
                    > "backend/target/surefire-reports/TEST-$name.xml"
                done
                case "$*$results" in *-Dtest=*=1*) exit 1 ;; esac
                """.formatted(first, second));
    }

    /** In a checkout of its own, whose reports of tests it may delete. */
    private Path copyOfTheLauncher() throws IOException {
        Path checkout = directory.resolve("checkout");
        for (Path file : Repository.files(Repository.root().resolve("deploy/launcher"), ".sh")) {
            copy(file, checkout);
        }
        copy(Repository.root().resolve("pom.xml"), checkout);
        return copy(Repository.root().resolve("asyfleet"), checkout);
    }

    private static Path copy(Path file, Path checkout) throws IOException {
        Path target = checkout.resolve(Repository.root().relativize(file));
        Files.createDirectories(target.getParent());
        return Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static void assertContains(Outcome outcome, String text) {
        assertTrue(outcome.output().contains(text), outcome.output());
    }
}
