package asyfleet.ring.run;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.manage.Manager;
import asyfleet.ring.manage.ManagerConsole;
import asyfleet.ring.manage.ManagerSettings;
import asyfleet.ring.parcel.TaskResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our manager and our runners together, over real sockets; jobs are cheap, so that there can be many. */
@Tag("slow")
class ManyJobsTest {

    private static final Duration HOLD = Duration.ofMillis(50);

    @TempDir
    Path directory;

    private final Watchdog watchdog = new Watchdog();
    private final List<Runner> runners = new ArrayList<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private Manager manager;

    @BeforeEach
    void makeRuns() throws IOException {
        Files.createDirectories(directory.resolve("runs/sub"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Runner runner : runners) {
            runner.stop(Duration.ZERO);
        }
        manager.close();
        watchdog.close();
    }

    @Test
    void everyJobHasItsOutputOnceHoweverOftenRunnersAreKilled() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Set<String> jobs = makeJobs(300);
        startManager("--tries=1000");
        for (int i = 0; i < 3; i++) {
            // Atomic, because a runner exists only after the executor that kills it.
            AtomicReference<Runner> self = new AtomicReference<>();
            self.set(startRunner("runner-" + i, job -> {
                if (isUnlucky(random)) {
                    self.get().disconnect();
                }
                return echo(job);
            }));
        }

        assertEquals(0, manager.await(), () -> "seed " + seed + "\n" + shown);
        assertEquals(jobs, outputs(), () -> "seed " + seed);
        assertTrue(manager.summary().startsWith("300 succeeded, 0 failed, in"), manager.summary());
        for (String job : jobs) {
            List<String> lines = Files.readAllLines(directory.resolve("outputs/" + job + ".res"));
            assertTrue(lines.get(0).matches("success: " + job + " on runner-[0-2], .*"), lines.get(0));
            assertEquals(List.of("// " + job), lines.subList(1, lines.size()), () -> "seed " + seed);
        }
        assertTrue(shown.toString(StandardCharsets.UTF_8).contains("jobs that go to others"), "no runner was killed");
    }

    @Test
    void finishedJobsAreSkippedOnTheNextStartAndFailedOnesRunAgain() throws Exception {
        makeJobs(6);
        startManager();
        startRunner("first", job -> new JobOutcome(!job.name().matches(".*[12]"), new byte[0]));
        assertEquals(2, manager.await());
        manager.close();

        Set<String> again = ConcurrentHashMap.newKeySet();
        startManager();
        startRunner("second", job -> {
            again.add(job.name());
            return echo(job);
        });

        assertEquals(0, manager.await());
        assertEquals(Set.of("sub/job-1", "job-2"), again);
    }

    @Test
    void sortedJobsAreHandedOutByName() throws Exception {
        Set<String> jobs = makeJobs(20);
        List<String> order = new ArrayList<>();
        startManager("--sort");
        startRunner("only", 1, job -> {
            order.add(job.name());
            return echo(job);
        });
        manager.await();

        assertEquals(List.copyOf(jobs), order);
    }

    @Test
    void aJobThatEndsEveryRunnerFailsAndTheOthersGoOn() throws Exception {
        makeJobs(5);
        startManager("--tries=2");
        AtomicReference<Runner> self = new AtomicReference<>();
        // One worker: jobs that run beside it would be lost with it.
        self.set(startRunner("victim", 1, job -> {
            if (job.name().equals("job-2")) {
                self.get().disconnect();
            }
            return echo(job);
        }));

        assertEquals(1, manager.await());
        assertTrue(Files.readString(directory.resolve("outputs/job-2.res")).startsWith("failure: job-2 on victim"));
        assertTrue(shown.toString(StandardCharsets.UTF_8).contains("  job-2  victim"), shown::toString);
    }

    @Test
    void aRunnerWhoseJobsFailIsSentOutAndAnotherDoesTheRest() throws Exception {
        makeJobs(40);
        startManager("--ban");
        Runner bad = create("bad", 3, job -> new JobOutcome(false, new byte[0]));
        assertEquals(Runner.End.SENT_OUT, bad.run());

        startRunner("good", ManyJobsTest::echo);

        assertTrue(manager.await() >= 10);
        assertEquals(40, outputs().size());
    }

    @Test
    void aManagerThatRestartsIsFoundAgain() throws Exception {
        makeJobs(2);
        startManager();
        int port = manager.port();
        CompletableFuture<Void> first = new CompletableFuture<>();
        startRunner("patient", job -> {
            first.complete(null);
            return echo(job);
        });
        await().until(first::isDone);
        manager.close();
        // The port may be held for a moment longer: a program that was just being started had it open, too.
        await().ignoreException(StartFailure.class).until(() -> {
            startManager("--port=" + port);
            return true;
        });

        assertEquals(0, manager.await());
        assertEquals(2, outputs().size());
    }

    @Test
    void aManagerThatIsStoppedListsWhatFailedSoFar() throws Exception {
        makeJobs(2);
        startManager("--sort");
        startRunner("half", 1, job -> {
            if (job.name().equals("sub/job-1")) {
                new CountDownLatch(1).await();
            }
            return new JobOutcome(false, "broken".getBytes(StandardCharsets.UTF_8));
        });
        await().until(() -> manager.summary().startsWith("0 succeeded, 1 failed, 1 left for the next start"));

        manager.stop();

        String text = shown.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("  job-0  half    broken\n"), text);
    }

    @Test
    void aManagerThatIsStoppedWhenAllHasBeenSaidSaysItNoSecondTime() throws Exception {
        makeJobs(1);
        startManager();
        startRunner("only", ManyJobsTest::echo);
        manager.await();

        manager.stop();

        String text = shown.toString(StandardCharsets.UTF_8);
        assertEquals(2, text.split("1 succeeded", -1).length, text);
    }

    @Test
    void ourTwoEndsKnowEachOtherFromTheFirstJobOnAlsoOfAScript() throws Exception {
        Files.writeString(directory.resolve("runs/script.sh"), "exit 3");
        TaskResult result = new TaskResult(
                List.of(),
                List.of(new ServerMessage.Result(Format.SVG, new byte[] {'x'})),
                new ServerMessage.Complete(false, "Execution failed with code 3", 412L, null));
        startManager("--allow-scripts");
        startRunner("marked", 1, job -> new JobOutcome(false, job.ours() ? result.encode() : new byte[0]));

        assertEquals(1, manager.await());
        assertEquals(
                "failure: script on marked, Execution failed with code 3, 0.412 s, images: 1\n",
                Files.readString(directory.resolve("outputs/script.res")));
        assertEquals("x", Files.readString(directory.resolve("outputs/script.svg")));
    }

    private static boolean isUnlucky(Random random) {
        synchronized (random) {
            return random.nextInt(15) == 0;
        }
    }

    /** Its output is its contents, which a test can recognise. */
    private static JobOutcome echo(GivenJob job) {
        return new JobOutcome(true, job.contents());
    }

    private Set<String> makeJobs(int count) throws IOException {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            String name = (i % 2 == 1 ? "sub/" : "") + "job-" + i;
            Files.writeString(directory.resolve("runs/" + name + ".asy"), "// " + name + "\n");
            names.add(name);
        }
        return names;
    }

    private Set<String> outputs() throws IOException {
        Path outputs = directory.resolve("outputs");
        try (Stream<Path> files = Files.walk(outputs)) {
            return new TreeSet<>(files.map(file -> outputs.relativize(file).toString())
                    .filter(name -> name.endsWith(".res"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .toList());
        }
    }

    private void startManager(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "--runs=" + directory.resolve("runs"), "--outputs=" + directory.resolve("outputs"), "--quiet=2ms"));
        if (Arrays.stream(more).noneMatch(arg -> arg.startsWith("--port"))) {
            args.add("--port=0");
        }
        args.addAll(List.of(more));
        ManagerSettings settings = ManagerSettings.read(ManagerSettings.SPEC.read(args, Map.of()));
        manager =
                Manager.start(settings, new ManagerConsole(new PrintStream(shown, true, StandardCharsets.UTF_8), true));
    }

    private Runner startRunner(String name, JobExecutor executor) {
        return startRunner(name, 3, executor);
    }

    private Runner startRunner(String name, int workers, JobExecutor executor) {
        Runner runner = create(name, workers, executor);
        Thread thread = new Thread(() -> run(runner));
        thread.setDaemon(true);
        thread.start();
        return runner;
    }

    private static void run(Runner runner) {
        try {
            runner.run();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Runner create(String name, int workers, JobExecutor executor) {
        List<String> args = List.of(
                "--workers=" + workers, "--connect=127.0.0.1:" + manager.port(), "--name=" + name, "--quiet=2ms");
        RunnerSettings settings = RunnerSettings.read(RunnerSettings.SPEC.read(args, Map.of()));
        Runner runner = Runner.create(settings, executor, HOLD, watchdog);
        runners.add(runner);
        return runner;
    }
}
