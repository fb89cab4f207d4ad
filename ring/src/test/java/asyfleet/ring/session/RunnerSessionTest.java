package asyfleet.ring.session;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.ring.link.LinkLimits;
import asyfleet.ring.link.RawPeer;
import asyfleet.ring.link.SharedSecret;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.protocol.RingLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manager's side of every state; the test is the runner, on a real socket. */
@Tag("slow")
class RunnerSessionTest {

    private static final String JOB = "LABORO sub/a job .asy 8";

    /** A whole conversation: each message that a runner says, and the answer to it. */
    private static final List<String[]> WHOLE = List.of(
            step("SALUTON; MI host", "VERSIO 1.3"),
            step("KOMPRENAS", "ALIGI group"),
            step("JES", ""),
            step("PETO", JOB),
            step("PRETA", "draw();\n"),
            step("REZULTO sub/a job success 5", "PRETA"),
            step("hello", "RICEVIS"),
            step("FINO ANKAU", ""));

    private static final Duration LONG = Duration.ofMinutes(1);

    /** As short as a test waits for, and long enough for each of its own steps on a busy machine. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static final LinkLimits IMPATIENT = new LinkLimits(RingLimits.DEFAULT, Duration.ofMillis(50), SHORT);

    /** A pause of the test that is no pause between messages. */
    private static final LinkLimits PATIENT = LinkLimits.DEFAULT.withQuiet(LONG);

    private final FakeJobs jobs = new FakeJobs();
    private final List<RunnerId> joined = new CopyOnWriteArrayList<>();
    private final List<String> left = new CopyOnWriteArrayList<>();
    private final RunnerRecords conduct = new RunnerRecords(true);
    private RingServer<FakeJobs.FakeJob> server;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aConversationFollowsTheProtocol() throws IOException {
        start(LONG);
        try (RawPeer runner = connect()) {
            for (String[] step : WHOLE) {
                runner.say(step[0]).hear(step[1]);
            }
            runner.hearTheEnd();
        }

        assertEquals(List.of("sub/a job success hello"), jobs.finished);
        await().until(() -> left.equals(List.of("host is done")));
    }

    @Test
    void everySplitOfEveryMessageIsUnderstood() throws IOException {
        start(LONG, PATIENT, Optional.empty());
        for (int place = 1; place < 28; place++) {
            try (RawPeer runner = connect()) {
                for (String[] step : WHOLE) {
                    runner.sayCut(terminated(step[0]), place).hear(step[1]);
                }
                runner.hearTheEnd();
            }
        }

        assertEquals(27, jobs.finished.size());
    }

    @Test
    void messagesThatComeByteByByteAreUnderstood() throws IOException {
        start(LONG, PATIENT, Optional.empty());
        try (RawPeer runner = connect()) {
            for (String[] step : WHOLE) {
                runner.say(terminated(step[0]), 1).hear(step[1]);
            }
            runner.hearTheEnd();
        }

        assertEquals(List.of("sub/a job success hello"), jobs.finished);
    }

    @ParameterizedTest
    @MethodSource("states")
    void garbageEndsTheConnectionAndNothingElse(int steps) throws IOException {
        long seed = new Random().nextLong();
        start(LONG);
        for (int round = 0; round < 5; round++) {
            byte[] garbage = new byte[2000];
            new Random(seed + round).nextBytes(garbage);
            try (RawPeer runner = walk(connect(), steps)) {
                runner.say(garbage).hearTheEnd();
            } catch (IOException | AssertionError e) {
                throw new AssertionError("seed " + (seed + round), e);
            }
        }

        // Where output is due, the first bytes may be taken for it, as announced: then the job has ended, else it is
        // lost.
        int ended = steps >= 4 ? 5 : 0;
        await().until(() -> jobs.lost.size() + jobs.finished.size() == ended);
        assertStillServes();
    }

    @ParameterizedTest
    @MethodSource("states")
    void aRunnerThatDisappearsLeavesItsJobBehind(int steps) throws IOException {
        start(LONG);
        walk(connect(), steps).close();

        int held = steps >= 4 && steps <= 6 ? 1 : 0;
        await().until(() -> server.connected() == 0);
        assertEquals(held, jobs.lost.size());
        assertStillServes();
    }

    @Test
    void withOurOwnRunnerNoPauseIsNeededFromTheFirstJobOn() throws IOException {
        start(LONG, PATIENT, Optional.empty());
        try (RawPeer runner = join("host-asyfleet")) {
            runner.say("PETO")
                    .hear("LABORO sub/a job .asy 0000000008")
                    .say("PRETA")
                    .hear("draw();\n");
            runner.say("REZULTO sub/a job success 0000000005")
                    .hear("PRETA")
                    .say("hello")
                    .hear("RICEVIS");
        }

        await().until(() -> left.size() == 1);
        assertTrue(left.get(0).startsWith("host the connection was closed"), left.get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host-asyfleet", "-asyfleet", "host-asyfleet-2"})
    void aParcelIsUnpackedOnlyIfItsRunnerIsOurs(String name) throws IOException {
        start(LONG);
        byte[] parcel = new TaskResult(List.of(), List.of(), new Complete(true, null, 1L, null)).encode();
        try (RawPeer runner = join(name)) {
            boolean ours = name.equals("host-asyfleet");
            runner.say("PETO").hear(ours ? "LABORO sub/a job .asy 0000000008" : JOB);
            runner.say("PRETA").hear("draw();\n");
            runner.say("REZULTO sub/a job success " + parcel.length + "\n").hear("PRETA");
            runner.say(parcel).hear("RICEVIS");

            assertEquals(ours, jobs.reports.get(0).result().isPresent());
        }
    }

    @Test
    void aRunnerThatDoesNotSuitTheJobsIsSentOut() throws IOException {
        jobs.onlyForOurs = true;
        start(LONG);
        try (RawPeer runner = walk(connect(), 3)) {
            runner.say("PETO").hear("ELIRI").say("FINO ANKAU").hearTheEnd();
        }
    }

    @Test
    void whoIsDroppedBecauseTheManagerStopsIsSaidToBe() throws IOException {
        jobs.offer.set(new Jobs.Offer.NoneYet<>());
        start(LONG);
        try (RawPeer waiting = walk(connect(), 3);
                RawPeer silent = connect()) {
            waiting.say("PETO");
            await().until(() -> jobs.waits);
            walk(silent, 3);
            await().until(() -> joined.size() == 2);
            server.close();
        }

        assertEquals(List.of("host was dropped: this end stops", "host was dropped: this end stops"), left);
    }

    @Test
    void aRunnerThatKeepsAJobTooLongIsDropped() throws IOException {
        start(SHORT);
        try (RawPeer runner = walk(connect(), 5)) {
            runner.hearTheEnd();
        }

        await().until(() -> jobs.lost.equals(List.of("did not bring sub/a job back within 3000 ms")));
    }

    @Test
    void aRunnerThatTricklesItsOutputIsDroppedAsWell() throws IOException {
        start(SHORT);
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("REZULTO sub/a job success 1000000\n").hear("PRETA");
            await().pollInterval(Duration.ofMillis(50)).until(() -> isRefused(runner));
        }

        await().until(() -> jobs.lost.size() == 1);
    }

    @Test
    void aRunnerThatDoesNotReadIsDropped() throws IOException {
        jobs.offer.set(new Jobs.Offer.Given<>(new FakeJobs.FakeJob("big", ".asy", new byte[50_000_000])));
        start(LONG, IMPATIENT, Optional.empty());
        try (RawPeer runner = walk(connect(), 3)) {
            runner.say("PETO").hear("LABORO big .asy 50000000").say("PRETA");

            await().until(() -> jobs.lost.size() == 1);
        }
    }

    @Test
    void aResultOfAJobThatItWasNotGivenDropsTheRunner() throws IOException {
        start(LONG);
        try (RawPeer runner = walk(connect(), 3)) {
            runner.say("REZULTO ../../etc/cron.d/x success 5\n").hearTheEnd();
        }
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("REZULTO other success 5\n").hearTheEnd();
        }

        await().until(() -> jobs.lost.size() == 1);
        assertTrue(jobs.lost.get(0).contains("a job that it was not given"), jobs.lost.get(0));
    }

    @Test
    void aRunnerCannotBringTheResultOfAJobThatAnotherRunnerHas() throws IOException {
        start(LONG);
        try (RawPeer honest = walk(connect(), 5)) {
            try (RawPeer thief = walk(connect(), 3)) {
                thief.say("REZULTO sub/a job success 5\n").hearTheEnd();
            }
            assertEquals(List.of(), jobs.finished);
            honest.say("REZULTO sub/a job failure 0\n").hear("PRETARICEVIS");
        }

        assertEquals(List.of("sub/a job failure "), jobs.finished);
    }

    @Test
    void resultsAreWelcomeAfterThereAreNoMoreJobs() throws IOException {
        start(LONG);
        try (RawPeer runner = walk(connect(), 5)) {
            jobs.offer.set(new Jobs.Offer.Over<>());
            runner.say("PETO").hear("FINO");
            runner.say("REZULTO sub/a job failure 0\n").hear("PRETARICEVIS");
            runner.say("PETO").hear("FINO");
            runner.say("FINO ANKAU").hearTheEnd();
        }

        assertEquals(List.of("sub/a job failure "), jobs.finished);
    }

    @Test
    void whoAsksWhileAllJobsRunElsewhereWaitsAndThenGetsTheOneThatCameBack() throws IOException {
        jobs.offer.set(new Jobs.Offer.NoneYet<>());
        start(LONG);
        try (RawPeer runner = walk(connect(), 3)) {
            runner.say("PETO");
            jobs.offer.set(new Jobs.Offer.Given<>(FakeJobs.JOB));
            runner.hear(JOB);
        }
    }

    @Test
    void whoAsksWhileItHasAJobIsNotKeptWaiting() throws IOException {
        start(LONG);
        try (RawPeer runner = walk(connect(), 5)) {
            jobs.offer.set(new Jobs.Offer.NoneYet<>());
            runner.say("PETO").hear("ATENDI").say("PETO").hear("ATENDI");
        }
    }

    @Test
    void aResultThatIsTooLongFailsTheJobOnceAndTheConnectionGoesOn() throws IOException {
        start(LONG, LinkLimits.DEFAULT.withSizes(new RingLimits(1024, 255, 10)), Optional.empty());
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("REZULTO sub/a job success 11\n")
                    .hear("PRETA")
                    .say("x".repeat(11))
                    .hear("RICEVIS");
            runner.say("PETO").hear(JOB);
        }

        assertEquals(
                List.of("sub/a job failure its output has 11 bytes; expected at most 10 (--max-bytes)\n"),
                jobs.finished);
    }

    @Test
    void aMessageThatHasBegunHasToEndHoweverLongAJobMayTake() throws IOException {
        start(Duration.ZERO, IMPATIENT, Optional.empty());
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("REZULTO sub/a job succ").hearTheEnd();
        }

        await().until(() -> jobs.lost.size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REZULTO sub/a job success -3", "REZULTO sub/a job success 3 "})
    void aResultWithAWrongSizeEndsTheConnectionAtOnce(String result) throws IOException {
        start(Duration.ZERO);
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say(result).hearTheEnd();
        }

        await().until(() -> jobs.lost.size() == 1);
        assertTrue(jobs.lost.get(0).startsWith("broke the protocol: size is"), jobs.lost.get(0));
    }

    @Test
    void whoIsKeptWaitingMayTakeItsLeave() throws IOException {
        jobs.offer.set(new Jobs.Offer.NoneYet<>());
        start(LONG);
        try (RawPeer runner = walk(connect(), 3)) {
            runner.say("PETO").say("FINO ANKAU").hearTheEnd();
        }

        await().until(() -> left.equals(List.of("host is done")));
    }

    @Test
    void theTwoAnswersToAResultWithoutOutputAreNotJoined() throws IOException {
        start(LONG, LinkLimits.DEFAULT.withQuiet(Duration.ofSeconds(5)), Optional.empty());
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("REZULTO sub/a job success 0\n").hearAtOnce("PRETA").hearAtOnce("RICEVIS");
        }
    }

    @Test
    void whoLeavesWhileItIsKeptWaitingIsNoticed() throws IOException {
        jobs.offer.set(new Jobs.Offer.NoneYet<>());
        start(LONG);
        walk(connect(), 3).say("PETO").close();

        await().until(() -> left.size() == 1);
    }

    @Test
    void aRunnerWhoseJobsFailIsPutOnHoldAndThenOut() throws IOException {
        start(LONG);
        RunnerId same = new RunnerId(0, "host", "127.0.0.1", true);
        IntStream.range(0, 10).forEach(i -> conduct.record(same, i >= 3));
        try (RawPeer runner = walk(connect(), 5)) {
            runner.say("PETO").hear("ATENDI");
            runner.say("REZULTO sub/a job failure 0\n").hear("PRETARICEVIS");
            runner.say("PETO").hear(JOB).say("PRETA").hear("draw();\n");
            IntStream.range(0, 10).forEach(i -> conduct.record(same, false));
            runner.say("PETO").hear("ELIRI");
            runner.say("REZULTO sub/a job success 0\n").hear("PRETARICEVIS");
            runner.say("FINO ANKAU").hearTheEnd();
        }

        assertEquals(2, jobs.finished.size());
    }

    @Test
    void moreRunnersThanAllowedAreClosedAtOnce() throws IOException {
        start(LONG);
        try (RawPeer first = walk(connect(), 3);
                RawPeer second = walk(connect(), 3);
                RawPeer third = RawPeer.connect(server.port())) {
            third.hearTheEnd();
            first.say("PETO").hear(JOB);
            second.say("PETO").hear(JOB);
        }
    }

    @Test
    void withASecretOnlyThoseWhoKnowItMayHail() throws IOException {
        SharedSecret secret = new SharedSecret(new Secret("open sesame"), Duration.ofSeconds(20));
        start(LONG, LinkLimits.DEFAULT, Optional.of(secret));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                RawPeer knows = new RawPeer(socket)) {
            secret.checkManager(socket);
            walk(knows, 3);
        }
        for (String answer : List.of("SALUTON; MI host\n", "RESPONDO 00 00\n", "\n", "x".repeat(10_000))) {
            try (RawPeer stranger = connect()) {
                stranger.say(answer).hearTheEnd();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a\nb",
                "SALUTON; MI ",
                "SALUTON; MI \u0000x\n",
                "PETO",
                "FINO ANKAU",
                "GET / HTTP/1.1\r\n\r\n"
            })
    void whatIsNoHailIsRefused(String hail) throws IOException {
        start(LONG, IMPATIENT, Optional.empty());
        try (RawPeer stranger = connect()) {
            stranger.say(hail).hearTheEnd();
        }

        assertEquals(List.of(), left);
    }

    private void assertStillServes() throws IOException {
        jobs.finished.clear();
        aWholeConversation();
        assertEquals(List.of("sub/a job success hello"), jobs.finished);
    }

    private void aWholeConversation() throws IOException {
        try (RawPeer runner = walk(connect(), WHOLE.size())) {
            runner.hearTheEnd();
        }
    }

    private static boolean isRefused(RawPeer runner) {
        try {
            runner.say("x");
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    private void start(Duration jobLimit) {
        start(jobLimit, LinkLimits.DEFAULT, Optional.empty());
    }

    private void start(Duration jobLimit, LinkLimits limits, Optional<SharedSecret> secret) {
        RunnerSessionRules.Holding holding = new RunnerSessionRules.Holding(LONG, Duration.ZERO);
        server = RingServer.start(
                new RingServer.Options("127.0.0.1", 0, 2, limits, secret),
                new RunnerSessionRules<>("group", jobs, conduct, holding, jobLimit),
                new Recorder());
    }

    /** Waits for a place: there are two, and the server may not have noticed yet that one is free. */
    private RawPeer connect() throws IOException {
        await().pollInterval(Duration.ofMillis(5)).until(() -> server.connected() < 2);
        return RawPeer.connect(server.port());
    }

    private RawPeer join(String name) throws IOException {
        return connect()
                .say("SALUTON; MI " + name + "\n")
                .hear("VERSIO 1.3")
                .say("KOMPRENAS\n")
                .hear("ALIGI group")
                .say("JES");
    }

    private static RawPeer walk(RawPeer runner, int steps) throws IOException {
        for (String[] step : WHOLE.subList(0, steps)) {
            runner.say(terminated(step[0])).hear(step[1]);
        }
        return runner;
    }

    /** A message whose end cannot be seen gets a newline, so that tests need not wait for the pause. */
    private static String terminated(String message) {
        return message.matches("(SALUTON|REZULTO).*") ? message + "\n" : message;
    }

    /** How many steps were taken before. */
    static Stream<Integer> states() {
        return IntStream.range(0, WHOLE.size()).boxed();
    }

    private static String[] step(String said, String heard) {
        return new String[] {said, heard};
    }

    private final class Recorder implements RingEvents {

        @Override
        public void joined(RunnerId runner) {
            joined.add(runner);
        }

        @Override
        public void left(RunnerId runner, String why, int lost) {
            left.add(runner.name() + " " + why);
        }

        @Override
        public void refused(String address, String why) {
            // Its end is what tests see.
        }
    }
}
