package asyfleet.backend.claim;

import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.backend.Claim;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** Executions that do what a test tells them, when it tells them. Safe for any thread. */
public final class FakeRunner implements TaskRunner {

    public static final ServerMessage.Complete SUCCESS =
            new ServerMessage.Complete(true, null, 5L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE));

    private final Map<String, FakeRun> runs = new ConcurrentHashMap<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final Consumer<FakeRun> atStart;

    /** Executions run until the test ends them. */
    public FakeRunner() {
        this(run -> {});
    }

    public FakeRunner(Consumer<FakeRun> atStart) {
        this.atStart = atStart;
    }

    @Override
    public Execution start(Claim.Won task, Execution.Listener listener) {
        FakeRun run = new FakeRun(task, listener);
        started.add(task.id());
        runs.put(task.id(), run);
        atStart.accept(run);
        return run;
    }

    /** The execution of the task, once it has started. */
    public FakeRun of(String id) {
        return Awaitility.await().until(() -> runs.get(id), run -> run != null);
    }

    /** In the order of starting; a task that was started twice is here twice. */
    public List<String> started() {
        return List.copyOf(started);
    }

    public static final class FakeRun implements Execution {

        final Claim.Won task;
        final List<Duration> limits = new CopyOnWriteArrayList<>();
        final List<String> inputs = new CopyOnWriteArrayList<>();
        private final Listener listener;
        private final AtomicBoolean ended = new AtomicBoolean(); // the test and the fleet may both end it
        private volatile boolean aborted; // read by the test's thread

        FakeRun(Claim.Won task, Listener listener) {
            this.task = task;
            this.listener = listener;
        }

        public void say(String text) {
            listener.said(output(text));
        }

        public void end() {
            end(SUCCESS);
        }

        private void end(ServerMessage.Complete complete) {
            if (ended.compareAndSet(false, true)) {
                listener.ended(complete);
            }
        }

        boolean isAborted() {
            return aborted;
        }

        @Override
        public void shorten(Duration limit) {
            limits.add(limit);
        }

        @Override
        public void input(byte[] contents) {
            inputs.add(new String(contents, StandardCharsets.UTF_8));
        }

        @Override
        public void abort() {
            aborted = true;
            end(new ServerMessage.Complete(false, "aborted", 5L, Verdict.of(EndCode.ABORTED, Stage.ASYMPTOTE)));
        }
    }

    public static ServerMessage.Output output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }
}
