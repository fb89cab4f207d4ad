package asyfleet.backend.reach;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.reach.Reachability.State;
import asyfleet.backend.serve.ServedTask;
import asyfleet.backend.serve.TaskServer;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch over whether queue servers fetch the tasks of this process. A task that nobody fetches is given up. In doubt,
 * the watch opens an address, asks all queue servers through Redis to connect to it and hang up, and asks again now and
 * then until one comes.
 *
 * <p>Owner: the fleet's thread, but for {@link #check}.
 */
public final class ReachabilityWatch {

    private static final Logger LOG = LoggerFactory.getLogger(ReachabilityWatch.class);

    /**
     * The times that queue servers have.
     *
     * @param connect until a task that nobody fetched is aborted
     * @param fetch until it counts as one that nobody fetched; far longer than coming takes
     * @param answer to come when they are asked; longer than they try
     * @param again from one question to the next
     */
    public record Times(Duration connect, Duration fetch, Duration answer, Duration again) {

        private static final Duration LONGEST_FETCH = Duration.ofSeconds(2);

        public static Times within(Duration connect) {
            Duration fetch = connect.compareTo(LONGEST_FETCH) < 0 ? connect : LONGEST_FETCH;
            return new Times(connect, fetch, Duration.ofSeconds(4), Duration.ofSeconds(5));
        }
    }

    /** The slots of this process; called on the fleet's thread. */
    public interface Consequences {

        /** Nobody has fetched a task in time. */
        void unfetched();

        /** No claims until it is known. */
        void doubted();

        /** The fleet is not to count on this process. */
        void unreached();

        void reached();
    }

    private final OwnerThread owner;
    private final Function<String, CompletionStage<Long>> queueServers;
    private final TaskServer server;
    private final Times times;
    private final Consequences consequences;
    private final Reachability rules = new Reachability();
    private volatile boolean unreached; // read by the readiness check of any event loop
    private final Deadlines<ServedTask> fetches;
    private final Deadlines<ServedTask> connects;
    private Question question;

    /** @param queueServers asks all of them to connect to an address and hang up; yields how many were asked */
    public ReachabilityWatch(
            OwnerThread owner,
            Function<String, CompletionStage<Long>> queueServers,
            TaskServer server,
            Times times,
            Consequences consequences) {
        this.owner = owner;
        this.queueServers = queueServers;
        this.server = server;
        this.times = times;
        this.consequences = consequences;
        this.fetches = new Deadlines<>(owner, times.fetch());
        this.connects = new Deadlines<>(owner, times.connect());
    }

    /** A task was claimed, and its queue server told where it is. */
    public void expectClient(ServedTask task, String id, Optional<TaskTrace> trace) {
        assert owner.isCurrent();
        if (!task.isAwaitingClient()) {
            return;
        }
        fetches.put(task, () -> {
            if (task.isAwaitingClient()) {
                unfetched();
            }
        });
        connects.put(task, () -> {
            if (task.isAwaitingClient()) {
                fetches.miss(task); // where both times are equal, either may be looked at first
                LOG.info("no client came task={} within={} {}", id, times.connect(), trace);
                task.giveUpWaiting();
            }
        });
    }

    /** The queue server of the task is here. */
    public void fetched(ServedTask task) {
        forget(task);
        visited();
    }

    /** Nobody is expected for it any more. */
    public void forget(ServedTask task) {
        assert owner.isCurrent();
        fetches.remove(task);
        connects.remove(task);
    }

    private void unfetched() {
        consequences.unfetched();
        rules.unfetched();
        if (rules.state() == State.DOUBTED && question == null) {
            LOG.info("nobody fetched tasks={}; asking queue servers address={}", rules.inARow(), server.advertised());
            question = new Question();
            consequences.doubted();
            question.ask();
        }
    }

    /** A queue server is here. */
    public void visited() {
        assert owner.isCurrent();
        rules.visited();
        answered();
    }

    private void answered() {
        if (question != null) {
            question.served.drop();
            question = null;
            if (unreached) {
                LOG.info("queue servers reach this process again address={}", server.advertised());
            }
            unreached = false;
            consequences.reached();
        }
    }

    private void judge(long asked) {
        State before = rules.state();
        rules.unanswered(asked);
        if (rules.state() == State.REACHED) {
            answered();
        } else if (rules.state() != before) {
            LOG.warn(
                    "no queue server reaches this process, so it claims no tasks address={} asked={} unfetched={}; check"
                            + " the advertised host and port, the address it listens on, and the firewall",
                    server.advertised(),
                    asked,
                    rules.inARow());
            unreached = true;
            consequences.unreached();
        }
    }

    /** Fails while no queue server reaches this process. Any thread. */
    public CompletableFuture<?> check() {
        return unreached
                ? CompletableFuture.failedFuture(new IllegalStateException("no queue server reaches "
                        + server.advertised() + "; check the advertised host and port, and the firewall"))
                : CompletableFuture.completedFuture(null);
    }

    /** An address that no task is behind. It stays open until somebody comes, however late. */
    private final class Question implements ServedTask.Watcher {

        private final ServedTask served = server.prepare(owner, this);
        private final String address = server.open(served);

        void ask() {
            owner.when(queueServers.apply(address), (asked, failure) -> {
                if (failure == null) {
                    owner.after(asked == 0 ? Duration.ZERO : times.answer(), () -> judgeUnlessOver(asked));
                } else {
                    LOG.warn("queue servers not asked cause={}", failure.toString());
                }
                owner.after(times.again(), this::askAgain);
            });
        }

        private void judgeUnlessOver(long asked) {
            if (question == this) {
                judge(asked);
            }
        }

        private void askAgain() {
            if (question == this) {
                ask();
            }
        }

        @Override
        public void fetched() {
            visited();
        }

        @Override
        public void ended(ServerMessage.Complete complete) {
            throw new IllegalStateException("a question is never started");
        }

        @Override
        public void over() {
            server.forget(address);
        }
    }
}
