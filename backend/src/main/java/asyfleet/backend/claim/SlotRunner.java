package asyfleet.backend.claim;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Slots;
import asyfleet.logging.LogFields;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The {@link TaskRunner} on this process's own slots. Which slot of the table stands for which of these does not
 * matter: there are at least as many here, and one is free before the table hears that its task is over.
 *
 * <p>Owner: the fleet's thread, but for {@link #checkSandbox}.
 */
public final class SlotRunner implements TaskRunner {

    /** For a task that the scheduler knows nothing of and that names no timeout itself: that of a fast one. */
    private static final Duration UNKNOWN_DURATION = Duration.ofSeconds(3);

    private final Slots slots;
    private final Supplier<PoolFigures> figures;
    private final TaskLimits limits;
    private final String tools;
    private volatile boolean sandboxFailed; // written by the threads of slots, read by event loops

    /**
     * @param figures what became of what the slots keep ready; may be asked for from any thread
     * @param tools the fingerprint of the programs that run tasks
     */
    public SlotRunner(Slots slots, Supplier<PoolFigures> figures, String tools, TaskLimits limits) {
        this.slots = slots;
        this.figures = figures;
        this.tools = tools;
        this.limits = limits;
    }

    @Override
    public Execution start(Claim.Won task, Execution.Listener listener) {
        return slots.run(request(task, limits), new Watching(listener))
                .orElseThrow(() -> new IllegalStateException("no slot is free"));
    }

    @Override
    public Optional<String> tools() {
        return Optional.of(tools);
    }

    @Override
    public PoolFigures pool() {
        return figures.get();
    }

    @Override
    public long givenUp() {
        return slots.givenUp();
    }

    /** Fails while the last execution could not be confined. */
    public CompletableFuture<?> checkSandbox() {
        return sandboxFailed
                ? CompletableFuture.failedFuture(new IllegalStateException("the last task could not be confined"))
                : CompletableFuture.completedFuture(null);
    }

    /**
     * The execution that a task asks for. The rules are checked again: a task may come from a program that follows the
     * schema and not our rules.
     *
     * @throws ProtocolException if it is none that may run
     */
    public static ExecutionRequest request(Claim.Won task, TaskLimits limits) {
        if (task.mistake().isPresent()) {
            throw new ProtocolException(task.mistake().get());
        }
        TaskOptions options = task.task().options();
        Optional<String> named = Optional.of(task.task().main()).filter(name -> !name.isEmpty());
        Optional<String> main = TaskRules.withAnyTimeout(limits).checkTask(task.files(), named, options);
        return new ExecutionRequest(task.files(), main, options, timeLimit(task));
    }

    /** A shell runs until it is halted, or idle for too long, unless it asked for a limit. */
    private static Optional<Duration> timeLimit(Claim.Won task) {
        TaskOptions options = task.task().options();
        Optional<Duration> asked = Optional.ofNullable(options.timeoutMillis()).map(Duration::ofMillis);
        return options.interactive() ? asked : task.duration().or(() -> asked).or(() -> Optional.of(UNKNOWN_DURATION));
    }

    /** Notes what the end says about the sandbox. */
    private final class Watching implements Execution.Listener {

        private final Execution.Listener listener;

        Watching(Execution.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void said(ServerMessage message) {
            listener.said(message);
        }

        @Override
        public Optional<LogFields> names() {
            return listener.names();
        }

        @Override
        public boolean followsStages() {
            return listener.followsStages();
        }

        @Override
        public void at(Stage stage) {
            listener.at(stage);
        }

        @Override
        public void ended(ServerMessage.Complete complete) {
            sandboxFailed = complete.verdict() != null && complete.verdict().stage() == Stage.SANDBOX;
            listener.ended(complete);
        }
    }
}
