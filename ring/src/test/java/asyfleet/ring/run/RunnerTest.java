package asyfleet.ring.run;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.ring.link.LinkLimits;
import asyfleet.ring.link.RawPeer;
import asyfleet.ring.link.RingLink;
import asyfleet.ring.link.SharedSecret;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.protocol.RingLimits;
import asyfleet.ring.protocol.RunnerMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The runner's side of every state; the test is the manager, on a real socket. */
@Tag("slow")
class RunnerTest {

    /** A whole conversation: each message that a manager hears, and its answer, until there are no more jobs. */
    private static final List<String[]> WHOLE = List.of(
            step("SALUTON; MI host-asyfleet", "VERSIO 1.3"),
            step("KOMPRENAS", "ALIGI group"),
            step("JESPETO", "LABORO sub/a job .asy 8"),
            step("PRETA", "draw();\n"),
            step("REZULTO sub/a job success 5", "PRETA"),
            step("hello", "RICEVIS"),
            step("PETO", "FINO"));

    private static final Duration NEVER = Duration.ofMinutes(10);

    /** A pause of the test that is no pause between messages, however busy the machine is. */
    private static final LinkLimits PATIENT = LinkLimits.DEFAULT.withQuiet(Duration.ofSeconds(5));

    private final List<String> executed = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog = new Watchdog();
    private ServerSocket listener;
    private Runner runner;
    private CompletableFuture<Runner.End> end;

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws Exception {
        if (runner != null) {
            runner.stop(Duration.ZERO);
        }
        watchdog.close();
        listener.close();
    }

    @Test
    void aConversationFollowsTheProtocol() throws IOException {
        start(1, Duration.ZERO, this::hello);
        try (RawPeer manager = accept()) {
            for (String[] step : WHOLE) {
                manager.hear(step[0]).say(step[1]);
            }
            manager.hear("FINO ANKAU").hearTheEnd();
        }

        assertEquals(Runner.End.DONE, end.join());
        assertEquals(List.of("sub/a job .asy draw();\n"), executed);
    }

    @Test
    void everySplitOfEveryMessageIsUnderstood() throws IOException {
        List<RawPeer> managers = new ArrayList<>();
        for (int place = 1; place < 24; place++) {
            start(create(destination(PATIENT, Optional.empty()), 1, NEVER, this::hello));
            managers.add(accept());
        }
        // All of them step by step, so that the pauses which runners make are one.
        for (String[] step : WHOLE) {
            for (int i = 0; i < managers.size(); i++) {
                managers.get(i).hear(step[0]).sayCut(terminated(step[1]), i + 1);
            }
        }
        for (RawPeer manager : managers) {
            manager.hear("FINO ANKAU").close();
        }

        assertEquals(23, executed.size());
    }

    @ParameterizedTest
    @MethodSource("states")
    void garbageEndsTheConnectionAndTheRunnerConnectsAgain(int steps) throws IOException {
        long seed = new Random().nextLong();
        start(1, Duration.ZERO, this::hello);
        byte[] garbage = new byte[2000];
        new Random(seed).nextBytes(garbage);
        try (RawPeer manager = walk(accept(), steps)) {
            manager.say(garbage).hearTheEnd();
        } catch (IOException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }

        assertStillRuns();
    }

    @ParameterizedTest
    @MethodSource("states")
    void aManagerThatDisappearsIsConnectedToAgain(int steps) throws IOException {
        start(1, Duration.ZERO, this::hello);
        walk(accept(), steps).close();

        assertStillRuns();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2", "2.0", "13", "1.3.1", "1.3 beta", "two"})
    void anotherVersionEndsTheRunner(String version) throws IOException {
        start(1, Duration.ZERO, this::hello);
        try (RawPeer manager = accept()) {
            manager.hear("SALUTON; MI host-asyfleet")
                    .say("VERSIO " + version + "\n")
                    .hearTheEnd();
        }

        assertRefused("version " + version);
    }

    @Test
    void aManagerThatAsksForASecretWhichWeDoNotHaveEndsTheRunner() throws IOException {
        start(1, Duration.ZERO, this::hello);
        try (RawPeer manager = accept()) {
            manager.say("DEFIO 00112233\n").hearTheEnd();
        }

        assertRefused("asks for a secret");
    }

    @Test
    void aManagerThatDoesNotAskForOurSecretEndsTheRunner() throws IOException {
        SharedSecret secret = new SharedSecret(new Secret("open sesame"), Duration.ofMillis(100));
        start(create(destination(LinkLimits.DEFAULT, Optional.of(secret)), 1, NEVER, this::hello));
        try (RawPeer manager = accept()) {
            manager.hear("SALUTON; MI host-asyfleet").say("VERSIO 1.3\n").hearTheEnd();
        }

        assertRefused("asks for no secret");
    }

    @Test
    void anotherGroupEndsTheRunner() throws IOException {
        start(1, Duration.ZERO, this::hello);
        try (RawPeer manager = accept()) {
            walk(manager, 1).hear("KOMPRENAS").say("ALIGI others\n").hearTheEnd();
        }

        assertRefused("'others'");
    }

    @Test
    void messagesThatNoAnswerPartsAreNotJoined() throws IOException {
        start(create(destination(PATIENT, Optional.empty()), 1, NEVER, this::hello));
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hearAtOnce("JES").hearAtOnce("PETO").say("LABORO empty .asy 0\n");
            manager.hearAtOnce("PRETA").hearAtOnce("REZULTO empty success 5");
        }
    }

    @Test
    void theTypeOfAJobNeedsNoDot() throws IOException {
        start(1, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO nodot asy 2\n").hear("PRETA").say("//");
            manager.hear("REZULTO nodot success 5");
        }

        assertEquals(List.of("nodot .asy //"), executed);
    }

    @Test
    void aJobThatIsTooLongFailsAndTheConnectionGoesOn() throws IOException {
        LinkLimits small = LinkLimits.DEFAULT.withSizes(new RingLimits(1024, 255, 10));
        start(create(destination(small, Optional.empty()), 1, NEVER, this::hello));
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO long .asy 11\n").hear("PRETA").say("x".repeat(11));
            String why = "the job has 11 bytes; this runner takes at most 10\n";
            manager.hear("REZULTO long failure " + why.length())
                    .say("PRETA")
                    .hear(why)
                    .say("RICEVIS");
            manager.hear("PETO");
        }

        assertEquals(List.of(), executed);
    }

    @Test
    void whoIsOnHoldAsksAgainAfterAWhile() throws IOException {
        start(1, Duration.ofMillis(50), this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO")
                    .say("ATENDI")
                    .hear("PETO")
                    .say("ATENDI")
                    .hear("PETO")
                    .say("FINO");
            manager.hear("FINO ANKAU").hearTheEnd();
        }

        assertEquals(Runner.End.DONE, end.join());
    }

    @Test
    void whoWasKeptWaitingForAnAnswerHasWaitedThatLong() {
        runner = create(1, NEVER, this::hello);

        assertEquals(Runner.HOLD, Workers.rest(Runner.HOLD, Duration.ZERO));
        assertEquals(Duration.ofSeconds(9), Workers.rest(Runner.HOLD, Duration.ofSeconds(1)));
        assertEquals(Duration.ZERO, Workers.rest(Runner.HOLD, Duration.ofMinutes(4)));
    }

    @Test
    void aManagerThatWritesWholeSizesIsAnsweredInKind() throws IOException {
        start(1, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO")
                    .say("LABORO a .asy 0000000001")
                    .hear("PRETA")
                    .say("1");
            manager.hear("REZULTO a success 0000000005").say("PRETA").hear("hello");
        }
    }

    @Test
    void aJobIsOfOurManagerOnlyIfItsSizeIsWhole() throws IOException {
        List<Boolean> ours = new CopyOnWriteArrayList<>();
        start(1, NEVER, job -> {
            ours.add(job.ours());
            return hello(job);
        });
        try (RawPeer manager = walk(accept(), 6)) {
            manager.hear("PETO").say("LABORO a .sh 0000000001").hear("PRETA").say("1");
            manager.hear("REZULTO a success 0000000005");
        }

        assertEquals(List.of(false, true), ours);
    }

    @Test
    void aPlainRunnerHailsWithoutTheMark() {
        List<String> args = List.of("--connect=host:1", "--name=host");
        List<String> plain = List.of("--connect=host:1", "--name=host", "--plain");

        assertEquals("host-asyfleet", hail(args).hostname());
        assertEquals("host", hail(plain).hostname());
    }

    @ParameterizedTest
    @ValueSource(strings = {"vm.example.org", "büro 3", "a+b"})
    void everyManagerTakesTheNameOfARunner(String name) {
        String hailed = hail(List.of("--connect=host:1", "--name=" + name)).hostname();

        assertTrue(hailed.matches("[-_a-zA-Z0-9]+-asyfleet"), hailed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vm.example.org", "büro 3", "a+b", "host"})
    void theOriginalManagerAnswersTheHailOfARunner(String name) throws IOException {
        RunnerMessage.Hail hail = hail(List.of("--connect=host:1", "--name=" + name));

        assertDoesNotThrow(() -> hailTheOriginal(hail, LinkLimits.DEFAULT));
    }

    @Test
    void aManagerThatKeepsSilentIsReportedAsSuch() {
        RunnerMessage.Hail dotted = new RunnerMessage.Hail("vm.example.org");
        LinkLimits hasty = new LinkLimits(RingLimits.DEFAULT, LinkLimits.DEFAULT.quiet(), Duration.ofMillis(100));

        IOException silent = assertThrows(SilentManagerException.class, () -> hailTheOriginal(dotted, hasty));

        assertTrue(silent.getMessage().contains("keeps silent; perhaps it does not accept the name 'vm.example.org'"));
    }

    private void hailTheOriginal(RunnerMessage.Hail hail, LinkLimits limits) throws IOException {
        try (Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
                ManagerLink link = new ManagerLink(RingLink.toManager(socket, limits, watchdog));
                RawPeer original = accept()) {
            CompletableFuture<RawPeer> answered = CompletableFuture.supplyAsync(() -> {
                try {
                    return original.answerHailAsTheOriginal();
                } catch (IOException e) {
                    throw new CompletionException(e);
                }
            });
            link.hail(hail);
            answered.join();
        }
    }

    private static RunnerMessage.Hail hail(List<String> args) {
        return RunnerSettings.read(RunnerSettings.SPEC.read(args, Map.of()))
                .destination()
                .identity()
                .hail();
    }

    @Test
    void whoIsOnHoldNeedNotWaitOnceThereAreNoMoreJobs() throws IOException {
        start(2, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO")
                    .say("ATENDI")
                    .hear("PETO")
                    .say("FINO")
                    .hear("PETO")
                    .say("FINO");
            manager.hear("FINO ANKAU").hearTheEnd();
        }
    }

    @Test
    void whoIsSentOutAsksNoMore() throws IOException {
        start(2, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            // The other worker asked at the same time, or sees the flag before it does.
            manager.hear("JESPETO")
                    .say("ATENDI")
                    .hear("PETO")
                    .say("ELIRI")
                    .hear("FINO ANKAU")
                    .hearTheEnd();
        }

        assertEquals(Runner.End.SENT_OUT, end.join());
    }

    @Test
    void workersShareOneConnectionAndTheLastSaysFarewell() throws IOException {
        Map<String, CountDownLatch> mayEnd = Map.of("a", new CountDownLatch(1), "b", new CountDownLatch(1));
        start(2, NEVER, job -> {
            mayEnd.get(job.name()).await();
            return new JobOutcome(false, job.contents());
        });
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO a .asy 1\n").hear("PRETA").say("1");
            manager.hear("PETO").say("LABORO b .asy 1\n").hear("PRETA").say("2");
            mayEnd.get("b").countDown();
            manager.hear("REZULTO b failure 1").say("PRETA").hear("2").say("RICEVIS");
            manager.hear("PETO").say("FINO");
            mayEnd.get("a").countDown();
            manager.hear("REZULTO a failure 1").say("PRETA").hear("1").say("RICEVIS");
            manager.hear("PETO").say("FINO").hear("FINO ANKAU").hearTheEnd();
        }
    }

    @Test
    void aRunnerThatIsStoppedBringsItsResultFirst() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        start(1, NEVER, job -> {
            began.countDown();
            mayEnd.await();
            return new JobOutcome(true, new byte[0]);
        });
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO a .asy 0\n").hear("PRETA");
            began.await();
            Thread stopping = new Thread(() -> stopWithin(NEVER));
            stopping.start();
            await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
            mayEnd.countDown();
            manager.hear("REZULTO a success 0")
                    .say("PRETA")
                    .say("RICEVIS")
                    .hear("FINO ANKAU")
                    .hearTheEnd();
            stopping.join();
        }

        assertEquals(Runner.End.STOPPED, end.join());
    }

    @Test
    void aRunnerThatIsStoppedDoesNotWaitForAnAnswer() throws IOException {
        start(1, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO");
            stopWithin(NEVER);
            manager.hear("FINO ANKAU").hearTheEnd();
        }

        assertEquals(Runner.End.STOPPED, end.join());
    }

    @Test
    void aRunnerThatIsStoppedOnHoldTakesItsLeave() throws IOException {
        start(2, NEVER, this::hello);
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("ATENDI").hear("PETO").say("ATENDI");
            stopWithin(NEVER);
            manager.hear("FINO ANKAU").hearTheEnd();
        }

        assertEquals(Runner.End.STOPPED, end.join());
    }

    @Test
    void aRunnerThatIsStoppedForWantOfMemoryTakesItsLeave() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        MemoryGate full = new MemoryGate(1, () -> {
            held.countDown();
            return 0;
        });
        MasterStop stop = new MasterStop();
        CompletableFuture<RunnerConnection.End> done = call(full, stop, new RunnerConnection.Pauses(() -> 0));
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JES");
            held.await();
            stop.raise(MasterStop.Reason.TOLD);
            manager.hear("FINO ANKAU").hearTheEnd();
        }

        assertEquals(RunnerConnection.End.STOPPED, done.join());
    }

    @Test
    void aJobIsGivenUpWhenTheConnectionBreaks() throws IOException {
        CountDownLatch interrupted = new CountDownLatch(1);
        start(2, NEVER, endless(interrupted));
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO a .asy 0\n").hear("PRETA");
            manager.hear("PETO");
        }

        await().until(() -> interrupted.getCount() == 0);
    }

    @Test
    void aConnectionThatBreaksWhileAllWorkersAreBusyIsNoticed() throws IOException {
        CountDownLatch interrupted = new CountDownLatch(1);
        start(1, NEVER, endless(interrupted));
        try (RawPeer manager = walk(accept(), 2)) {
            manager.hear("JESPETO").say("LABORO a .asy 1\n").hear("PRETA").say("1");
        }

        await().until(() -> interrupted.getCount() == 0);
        accept().hear("SALUTON; MI host-asyfleet").close();
    }

    @Test
    void pausesGrowUntilAManagerTakesAResult() throws Exception {
        List<Long> pauses = new CopyOnWriteArrayList<>();
        RunnerConnection.Pauses recorded = new RunnerConnection.Pauses(() -> 0) {
            @Override
            Duration next() {
                pauses.add(super.next().toMillis());
                return Duration.ZERO;
            }
        };
        CompletableFuture<RunnerConnection.End> done = call(new MemoryGate(0, () -> 0), new MasterStop(), recorded);

        for (int i = 0; i < 3; i++) {
            walk(accept(), 2).hear("JESPETO").say("garbage").close();
        }
        walk(accept(), 6).hear("PETO").close();
        try (RawPeer manager = walk(accept(), WHOLE.size())) {
            manager.hear("FINO ANKAU");
        }

        assertEquals(RunnerConnection.End.DONE, done.join());
        assertEquals(List.of(250L, 500L, 1000L, 250L), pauses);
    }

    @Test
    void aRunnerIsNamedLikeItsHostUnlessToldOtherwise() throws IOException {
        List<String> args = List.of("--connect=host:1");
        RunnerSettings settings = RunnerSettings.read(RunnerSettings.SPEC.read(args, Map.of()));

        assertEquals(
                InetAddress.getLocalHost().getHostName(),
                settings.destination().identity().name());
    }

    @Test
    void newJobsAreHeldBackWhileMemoryIsShort() throws InterruptedException {
        runner = create(1, NEVER, this::hello);
        MasterStop stop = new MasterStop();
        List<Long> left = new CopyOnWriteArrayList<>(List.of(10L, 99L, 100L));

        new MemoryGate(100, () -> left.remove(0)).awaitRoom(stop);

        assertTrue(left.isEmpty());
    }

    /** One connection alone. */
    private CompletableFuture<RunnerConnection.End> call(
            MemoryGate memory, MasterStop stop, RunnerConnection.Pauses pauses) {
        Workers.Duties duties = new Workers.Duties(this::hello, stop, memory, NEVER);
        RunnerConnection connection =
                new RunnerConnection(destination(LinkLimits.DEFAULT, Optional.empty()), 1, duties, watchdog, pauses);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return connection.call();
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    private void assertRefused(String why) {
        CompletionException refused = assertThrows(CompletionException.class, end::join);
        assertInstanceOf(RefusedException.class, refused.getCause());
        assertTrue(
                refused.getCause().getMessage().contains(why),
                refused.getCause().getMessage());
    }

    private void assertStillRuns() throws IOException {
        try (RawPeer manager = walk(accept(), WHOLE.size())) {
            manager.hear("FINO ANKAU").hearTheEnd();
        }
        assertEquals(Runner.End.DONE, end.join());
    }

    private JobOutcome hello(GivenJob job) {
        executed.add(job.name() + " " + job.type() + " " + new String(job.contents(), StandardCharsets.UTF_8));
        return new JobOutcome(true, "hello".getBytes(StandardCharsets.UTF_8));
    }

    /** Runs a job until it is interrupted. */
    private static JobExecutor endless(CountDownLatch interrupted) {
        return job -> {
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
            return null;
        };
    }

    private void start(int workers, Duration hold, JobExecutor executor) {
        start(create(workers, hold, executor));
    }

    private void start(Runner started) {
        CompletableFuture<Runner.End> ended = new CompletableFuture<>();
        runner = started;
        end = ended;
        Thread thread = new Thread(() -> {
            try {
                ended.complete(started.run());
            } catch (Exception e) {
                ended.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private Runner create(int workers, Duration hold, JobExecutor executor) {
        return create(destination(LinkLimits.DEFAULT, Optional.empty()), workers, hold, executor);
    }

    private Runner create(RunnerConnection.Destination destination, int workers, Duration hold, JobExecutor executor) {
        return Runner.create(new RunnerSettings(workers, destination, false, 0, null), executor, hold, watchdog);
    }

    private RunnerConnection.Destination destination(LinkLimits limits, Optional<SharedSecret> secret) {
        return new RunnerConnection.Destination(
                new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()),
                new RunnerConnection.Identity("host", "group", false),
                limits,
                secret,
                false);
    }

    private void stopWithin(Duration limit) {
        try {
            runner.stop(limit);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private RawPeer accept() throws IOException {
        return new RawPeer(listener.accept());
    }

    private static RawPeer walk(RawPeer manager, int steps) throws IOException {
        for (String[] step : WHOLE.subList(0, steps)) {
            manager.hear(step[0]).say(terminated(step[1]));
        }
        return manager;
    }

    /** A message whose end cannot be seen gets a newline, so that tests need not wait for the pause. */
    private static String terminated(String message) {
        return message.matches("(VERSIO|ALIGI|LABORO).*") ? message + "\n" : message;
    }

    /** How many steps were taken before; after the last, the runner has nothing more to hear. */
    static Stream<Integer> states() {
        return IntStream.range(0, WHOLE.size()).boxed();
    }

    private static String[] step(String heard, String said) {
        return new String[] {heard, said};
    }
}
