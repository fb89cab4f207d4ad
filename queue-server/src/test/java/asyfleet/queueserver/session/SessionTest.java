package asyfleet.queueserver.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.reuse.RecentFiles.Finding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SessionTest implements SessionReplies, FileCache {

    /** SHA-256 of the empty file, which everybody knows. */
    private static final String EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private static final ClientMessage.Run RUN = new ClientMessage.Run();

    private final SessionContext.Rules rules = new SessionContext.Rules(
            new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000, 30_000)),
            new SessionContext.Rules.Upload(Duration.ofSeconds(60), Duration.ofMinutes(5)));
    private final FakeOwner owner = new FakeOwner();
    private final List<Object> sent = new ArrayList<>();
    private final RecordingTask fleet = new RecordingTask();
    private final Map<String, byte[]> files = new HashMap<>();
    private final List<RecentFiles.Wanted> looks = new ArrayList<>();
    private final CompletableFuture<Finding> slowLook = new CompletableFuture<>();
    private boolean filesAreSlow;
    private boolean kept;
    private final Session session = new Session(this, owner, TestTerms.PLAIN, fleet, this, rules);

    @Test
    void filesAndOptionsBecomeATask() {
        say(file("a.asy", false), file("main.asy", true));
        say(new ClientMessage.Options(null, 10_000, Format.PDF, null, 2), RUN);

        assertEquals("main.asy", launched().main());
        assertEquals(2, launched().files().size());
        assertEquals(10_000, launched().options().timeoutMillis());
        assertEquals(Format.PDF, launched().options().format());
        assertEquals(2, launched().priority());
    }

    @Test
    void whatTheTaskSaysReachesTheClientAndItsEndIsTheLastOfIt() {
        say(file("main.asy", true), RUN);
        ServerMessage.Queue queue = new ServerMessage.Queue(false, 5L);
        ServerMessage.Complete complete = new ServerMessage.Complete(true, null, 1L, null);
        listener().on(queue);
        listener().on(complete);

        assertEquals(List.of(queue, "end", complete), sent);
    }

    @Test
    void aClientWhoseTaskFailedIsToldTheTraceThatTheLogsHave() {
        say(file("main.asy", true), RUN);
        listener().on(new ServerMessage.Complete(false, "lost", 1L, Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET)));

        ServerMessage.Complete told = assertInstanceOf(ServerMessage.Complete.class, sent.get(1));
        assertEquals(TestTerms.PLAIN.trace().context().traceId(), told.trace());
    }

    @Test
    void afterAMessageBehindRunTheConnectionIsNotForAnotherTask() {
        say(file("main.asy", true), RUN, ClientMessage.Options.timeout(3000));
        listener().on(new ServerMessage.Complete(true, null, 1L, null));

        assertEquals("end, and something crossed it", sent.get(0));
    }

    @Test
    void whoBeginsTheNextTaskTooEarlyIsToldWhenItMayBegin() {
        kept = true;
        say(file("main.asy", true), RUN, file("next.asy", true));

        ServerMessage.Denied denied = assertInstanceOf(ServerMessage.Denied.class, sent.get(1));
        assertEquals(
                "\"add\" out of turn; expected input, if interactive, or options {\"timeout\": ms};"
                        + " the next task begins after complete or denied",
                denied.error());
        assertEquals(List.of(EndCode.ABORTED), fleet.told);
    }

    @Test
    void aFileThatIsNoLongerStoredGetsASecondChance() {
        say(ClientMessage.Add.restored("main.asy", true, EMPTY_HASH), RUN);
        assertEquals(List.of(new ServerMessage.Missing(List.of(new MissingFile("main.asy", EMPTY_HASH)))), sent);

        say(new ClientMessage.Add("main.asy", true, EMPTY_HASH, false, new byte[0]), RUN);
        assertEquals("main.asy", launched().main());
        assertArrayEquals(new byte[0], files.get(EMPTY_HASH));
    }

    @Test
    void aRecentlyUploadedFileIsRestored() {
        files.put(EMPTY_HASH, new byte[0]);
        say(ClientMessage.Add.restored("main.asy", true, EMPTY_HASH), RUN);

        assertArrayEquals(new byte[0], launched().files().get("main.asy"));
    }

    @Test
    void aFileThatIsNotWhatItsHashSaysIsDenied() {
        say(new ClientMessage.Add("main.asy", true, EMPTY_HASH, false, new byte[] {1}));

        assertDenied("hash of \"main.asy\" is " + EMPTY_HASH + "; expected ");
    }

    @Test
    void aNameAddedTwiceIsDenied() {
        say(file("main.asy", true), file("main.asy", false));

        assertDenied("file \"main.asy\" comes twice; expected each name once");
    }

    @Test
    void noMainFileIsDenied() {
        say(file("a.asy", false), RUN);

        assertDenied("no main file among [a.asy]; expected \"main\" to say which one to run");
    }

    @Test
    void twoMainFilesAreDenied() {
        say(file("a.asy", true), file("b.asy", true), RUN);

        assertDenied("main files [a.asy, b.asy]; expected exactly one");
    }

    @Test
    void aShellNeedsNoMainFile() {
        say(interactive(), RUN);

        assertEquals("", launched().main());
    }

    @Test
    void aTimeoutThatIsNotOfferedIsDenied() {
        say(ClientMessage.Options.timeout(5000));

        assertDenied("timeout is 5000; expected one of 3000, 10000, 30000");
    }

    @Test
    void restoredFilesCountTowardsTheTotal() {
        files.put(EMPTY_HASH, new byte[rules.task().limits().files().maxTotalBytes()]);
        say(file("main.asy", true), ClientMessage.Add.restored("a.asy", false, EMPTY_HASH), RUN);

        assertDenied("too long: the contents of all files, 4194305 bytes; expected at most 4194304");
    }

    @Test
    void aHashIsReadOnceAndNoMoreThanFitsBesideWhatWasUploaded() {
        files.put(EMPTY_HASH, new byte[0]);
        say(file("main.asy", true));
        say(ClientMessage.Add.restored("a.asy", false, EMPTY_HASH));
        say(ClientMessage.Add.restored("b.asy", false, EMPTY_HASH), RUN);

        assertEquals(List.of(new RecentFiles.Wanted("", Map.of(EMPTY_HASH, 2), (4 << 20) - 1)), looks);
        assertEquals(3, launched().files().size());
    }

    @Test
    void nothingIsReadForATaskThatWouldBeDeniedAnyway() {
        say(ClientMessage.Add.restored("a.asy", false, EMPTY_HASH), RUN);

        assertDenied("no main file among [a.asy]");
        assertEquals(List.of(), looks);
    }

    @Test
    void aClientThatLeavesWhileItsFilesAreLookedForIsLookedForNoMore() {
        filesAreSlow = true;
        say(ClientMessage.Add.restored("main.asy", true, EMPTY_HASH), RUN);
        session.clientLeft();

        assertTrue(slowLook.isCancelled());
    }

    @Test
    void addAfterRunIsDeniedAndAbortsTheTask() {
        say(file("main.asy", true), RUN, file("b.asy", false));

        assertDenied("\"add\" out of turn; expected input, if interactive, or options {\"timeout\": ms}");
        assertEquals(List.of(EndCode.ABORTED), fleet.told);
    }

    @Test
    void aShorterTimeoutAfterRunIsPassedOn() {
        say(file("main.asy", true), RUN, ClientMessage.Options.timeout(1000));

        assertEquals(List.of(1000), fleet.told);
    }

    @Test
    void otherOptionsAfterRunAreDenied() {
        say(file("main.asy", true), RUN, interactive());

        assertDenied("options after run may only shorten the time; expected {\"timeout\": ms}");
    }

    @Test
    void inputIsForInteractiveTasksOnly() {
        say(file("main.asy", true), RUN, new ClientMessage.Input(new byte[] {'x'}));

        assertDenied("input for a task that is not interactive; expected options {\"interactive\": true}");
    }

    @Test
    void inputOfAShellIsPassedOn() {
        ClientMessage.Input input = new ClientMessage.Input(new byte[] {'x'});
        say(interactive(), RUN, input);

        assertEquals(List.of(input), fleet.told);
    }

    @Test
    void aClientNeedNotWaitForTheAnswerToRun() {
        ClientMessage.Input input = new ClientMessage.Input(new byte[] {'x'});
        session.receive(interactive());
        session.receive(RUN);
        session.receive(input);
        session.receive(ClientMessage.Options.timeout(1000));
        owner.runAll();

        assertEquals(List.of(1000, input), fleet.told);
    }

    @Test
    void aClientMayTypeOnlySoMuchBeforeTheAnswerToRun() {
        session.receive(interactive());
        session.receive(RUN);
        for (int i = 0; i <= 64; i++) {
            session.receive(new ClientMessage.Input(new byte[] {'x'}));
        }

        assertDenied("more than 64 inputs before the shell runs");
    }

    @Test
    void ofTwoTimesSaidBeforeTheAnswerToRunTheShorterHolds() {
        session.receive(file("main.asy", true));
        session.receive(RUN);
        session.receive(ClientMessage.Options.timeout(1000));
        session.receive(ClientMessage.Options.timeout(30_000));
        owner.runAll();

        assertEquals(List.of(1000), fleet.told);
    }

    @Test
    void addBeforeTheAnswerToRunIsDenied() {
        session.receive(file("main.asy", true));
        session.receive(RUN);
        session.receive(file("b.asy", false));

        assertDenied("\"add\" out of turn; expected input, if interactive, or options {\"timeout\": ms}");
    }

    @Test
    void inputBeforeRunIsDenied() {
        say(new ClientMessage.Input(new byte[] {'x'}));

        assertDenied("\"input\" out of turn; expected add, options or run");
    }

    @Test
    void aClientThatLeavesAbortsItsTask() {
        say(file("main.asy", true), RUN);
        session.clientLeft();
        listener().on(new ServerMessage.Queue(true, null));

        assertEquals(List.of(EndCode.ABORTED), fleet.told);
        assertEquals(List.of(), sent);
    }

    @Test
    void aLostBackendIsToldOnceAndSoIsTheNextOne() {
        say(file("main.asy", true), RUN);
        listener().on(new ServerMessage.Queue(true, null));
        listener().again(new ServerMessage.Queue(false, null));
        listener().again(ServerMessage.Queue.without(Set.of(Absence.BACKENDS)));
        listener().again(new ServerMessage.Queue(false, 1500L));
        listener().again(new ServerMessage.Queue(true, null));

        assertEquals(
                List.of(
                        new ServerMessage.Queue(true, null),
                        ServerMessage.Queue.lost(true),
                        ServerMessage.Queue.lost(true, Set.of(Absence.BACKENDS)),
                        ServerMessage.Queue.lost(true),
                        ServerMessage.Queue.lost(false)),
                sent);
    }

    @Test
    void aClientThatSaysNothingIsDenied() {
        session.idle();

        assertDenied("no whole message came for 60000 ms; expected add with its contents, options or run");
    }

    @Test
    void aClientThatUploadsWithoutEndIsDenied() {
        say(file("main.asy", true));
        session.uploadTookTooLong();

        assertDenied("no run came within 300000 ms, only 1 files with 1 bytes; expected run by then");
    }

    @Test
    void aClientThatWaitsForItsTaskHasAllTheTime() {
        say(file("main.asy", true), RUN);
        session.uploadTookTooLong();

        assertEquals(List.of(), sent);
    }

    @Test
    void aClientThatWaitsForItsTaskMaySayNothing() {
        say(file("main.asy", true), RUN);
        session.idle();

        assertEquals(List.of(), sent);
    }

    @Test
    void aServerThatStopsSendsOnlyThoseAwayWhoHaveNoTaskYet() {
        session.serverStops();
        assertEquals(List.of("this server restarts; connect again"), sent);
    }

    @Test
    void aTaskMayEndWhileItsServerStopsAlsoIfItWaitsFirst() {
        say(file("main.asy", true), RUN);
        session.serverStops();
        listener().on(new ServerMessage.Queue(true, null));
        sent.clear();
        session.serverStops();

        assertEquals(List.of(), sent);
        assertEquals(List.of(), fleet.told);
    }

    @Test
    void aTaskThatStillRunsWhenTheTimeIsUpIsAbortedAndItsClientToldWhy() {
        say(file("main.asy", true), RUN);
        listener().on(new ServerMessage.Queue(true, null));
        sent.clear();
        session.serverStops();
        session.serverCannotWait();
        session.serverCannotWait();

        assertEquals(List.of("this server restarts and cannot wait for the task any longer; run it again"), sent);
        assertEquals(List.of(EndCode.ABORTED), fleet.told);
    }

    private void say(ClientMessage... messages) {
        for (ClientMessage message : messages) {
            session.receive(message);
            owner.runAll();
        }
    }

    private void assertDenied(String beginning) {
        assertEquals("last", sent.get(0));
        ServerMessage.Denied denied = assertInstanceOf(ServerMessage.Denied.class, sent.get(1));
        assertEquals(EndCode.BAD_REQUEST, denied.code());
        assertTrue(denied.error().startsWith(beginning), denied.error());
    }

    private static ClientMessage.Add file(String name, boolean main) {
        return ClientMessage.Add.of(name, main, ";".getBytes(StandardCharsets.UTF_8));
    }

    private static ClientMessage.Options interactive() {
        return new ClientMessage.Options(true, null, null, null, null);
    }

    private TaskRequest launched() {
        return fleet.launched.get(0).request();
    }

    private TaskListener listener() {
        return fleet.listeners.get(0);
    }

    @Override
    public void send(ServerMessage message) {
        sent.add(message);
    }

    @Override
    public void sendEnd(ServerMessage end, boolean undisturbed) {
        sent.add(undisturbed ? "end" : "end, and something crossed it");
        sent.add(end);
    }

    @Override
    public void sendLast(ServerMessage message) {
        sent.add("last");
        sent.add(message);
    }

    @Override
    public boolean isKept() {
        return kept;
    }

    @Override
    public void closeGoingAway(String reason) {
        sent.add(reason);
    }

    @Override
    public void keep(String scope, String sha256, byte[] contents) {
        files.put(sha256, contents);
    }

    @Override
    public CompletableFuture<Finding> find(RecentFiles.Wanted wanted) {
        looks.add(wanted);
        if (filesAreSlow) {
            return slowLook;
        }
        Map<String, byte[]> found = new HashMap<>(files);
        found.keySet().retainAll(wanted.hashes().keySet());
        long bytes = found.entrySet().stream()
                .mapToLong(
                        file -> (long) file.getValue().length * wanted.hashes().get(file.getKey()))
                .sum();
        return CompletableFuture.completedFuture(
                bytes > wanted.mostBytes() ? new Finding.TooLarge(bytes) : new Finding.Found(found));
    }
}
