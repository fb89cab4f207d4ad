package asyfleet.queueserver.flow;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.FakeQueueServerStore;
import asyfleet.queueserver.slot.BackendLink;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Redis and the backends as one task sees them, in the hands of a test; records what the task does. */
final class FakeFleet extends FakeQueueServerStore implements BackendLink.Opener, BackendLink {

    final FakeOwner owner = new FakeOwner();
    final WaitingTasks waiting = new WaitingTasks(this);
    final List<String> log = new ArrayList<>();
    final List<ServerMessage> told = new ArrayList<>();

    /** Of a wait that the client is not told of. */
    final List<ServerMessage.Queue> toldAgain = new ArrayList<>();

    final List<ClientMessage> sent = new ArrayList<>();
    final List<String> nonces = new ArrayList<>();
    boolean redisAnswers = true;

    /** Of the slot that gets the task next; null if another program runs it. */
    String process = "process";

    /** The times that the client was told it has now. */
    final List<Integer> toldShortened = new ArrayList<>();

    /** The processes that the last submission named. */
    Set<String> avoided;

    /** The outcome of submissions whose answers were lost. */
    String submittedUnheard;

    Duration commandTimeout = Duration.ZERO;
    CompletableFuture<Submission> late;
    Submission refusal;
    BackendLink.Listener link;
    private int ids;
    private TaskFlow task;

    TaskFlow start(TaskRequest request) {
        return start(request, TestTerms.PLAIN);
    }

    /** As the heir of a queue server that died begins its task. */
    TaskFlow startAgain(TaskRequest request) {
        return start(request, TaskTerms.adopted("", TestTerms.PLAIN.trace()));
    }

    TaskFlow startStored(TaskRequest request) {
        return start(request, TestTerms.PLAIN.withId("e36231"));
    }

    private TaskFlow start(TaskRequest request, TaskTerms terms) {
        RetryPolicy retries = new RetryPolicy(
                2, Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofSeconds(60));
        FlowContext context = new FlowContext(this, waiting, this, retries);
        task = (TaskFlow) TaskFlow.launcher(context).launch(new ClientTask(request, terms, owner), new TaskListener() {
            @Override
            public void on(ServerMessage message) {
                told.add(message);
            }

            @Override
            public void again(ServerMessage.Queue queue) {
                toldAgain.add(queue);
            }

            @Override
            public void shortened(int timeoutMillis) {
                toldShortened.add(timeoutMillis);
            }
        });
        owner.runAll();
        return task;
    }

    String id() {
        return Integer.toString(ids);
    }

    void address() {
        update(Optional.of("ws://slot"), Optional.empty(), Optional.empty(), Optional.empty());
    }

    void estimate(Duration estimate) {
        update(Optional.empty(), Optional.of(estimate), Optional.empty(), Optional.empty());
    }

    void duration(Duration duration) {
        update(Optional.empty(), Optional.empty(), Optional.of(duration), Optional.empty());
    }

    void denied(DenialRecord denial) {
        update(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(denial));
    }

    private void update(
            Optional<String> address,
            Optional<Duration> estimate,
            Optional<Duration> duration,
            Optional<DenialRecord> denied) {
        task.news(new TaskUpdate(
                id(), address, estimate, duration, denied, address.flatMap(here -> Optional.ofNullable(process))));
        owner.runAll();
    }

    /** Brings the task to a slot that runs it. */
    void run() {
        address();
        link.opened(this);
        owner.runAll();
    }

    void say(ServerMessage message) {
        link.message(message);
        owner.runAll();
    }

    void loseBackend() {
        link.closed();
        owner.runAll();
    }

    @Override
    public CompletionStage<Submission> submit(String nonce, TaskRecord submitted, Map<String, byte[]> files) {
        log.add(submitted.ahead() ? "submit again" : "submit");
        nonces.add(nonce);
        avoided = submitted.avoid();
        if (late != null) {
            return late;
        }
        if (!redisAnswers) {
            CompletableFuture<Submission> unanswered = new CompletableFuture<>();
            after(commandTimeout, () -> unanswered.completeExceptionally(new IllegalStateException("no answer")));
            return unanswered;
        }
        return CompletableFuture.completedFuture(
                refusal != null ? refusal : new Submission.Accepted(Integer.toString(++ids)));
    }

    private void after(Duration time, Runnable action) {
        if (time.isZero()) {
            action.run();
        } else {
            owner.after(time, action);
        }
    }

    @Override
    public CompletionStage<Optional<String>> withdraw(String nonce) {
        log.add("withdraw");
        return redisAnswers
                ? CompletableFuture.completedFuture(Optional.ofNullable(submittedUnheard))
                : CompletableFuture.failedFuture(new IllegalStateException("no answer"));
    }

    @Override
    public CompletionStage<List<String>> abandon(String id) {
        log.add("abandon " + id);
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Boolean> countForeign(String id, boolean success, Optional<Duration> time) {
        log.add("count " + id + " " + success + " "
                + time.map(Duration::toMillis).orElse(null));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletionStage<?> remove(String id) {
        log.add("remove " + id);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void open(String address, Owner ofTask, BackendLink.Listener listener) {
        log.add("connect");
        link = listener;
    }

    @Override
    public void send(ClientMessage message) {
        sent.add(message);
    }

    @Override
    public void close() {
        log.add("hang up");
    }
}
