package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.lab.chaos.figure.ReferenceEnds;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A client of {@code /api/tasks} that asks any queue server for the state until the task has ended. An error on the way is
 * told and asked again: the task itself does not depend on a connection.
 */
public class ApiTaskClient implements TaskClient {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);
    private static final Duration BETWEEN = Duration.ofMillis(300);

    /** After Redis lost its data an ID may be unknown for a few seconds. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(20);

    private static final Set<String> LAST_STATES = Set.of("succeeded", "failed", "aborted");
    private static final Pattern COMPLETE = Pattern.compile("(?m)^event: complete$");

    private final ClientContext context;
    private final boolean readsEvents;

    public ApiTaskClient(ClientContext context, boolean readsEvents) {
        this.context = context;
        this.readsEvents = readsEvents;
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        Optional<String> id = submit(figure, "");
        if (id.isPresent()) {
            try (EventStreamReader events = listen(figure.task(), id.get())) {
                follow(figure.task(), id.get());
            }
        }
    }

    /** The ID, if the task was accepted. */
    final Optional<String> submit(ChaosFigure figure, String query) throws InterruptedException {
        URI uri = context.at("/api/tasks?timeout=" + figure.limit().toMillis() + query);
        try {
            HttpAnswer answer = HttpAnswer.post(context.http(), uri, figure.program(), ClientContext.PATIENCE);
            if (answer.status() == 202) {
                context.accepted(figure.task());
                return answer.field("id");
            }
            context.ended(figure.task(), answer.code(), Optional.empty(), Optional.empty());
        } catch (HttpTimeoutException e) {
            context.gaveUp(figure.task());
        } catch (IOException e) {
            context.vanished(figure.task(), e.toString());
        }
        return Optional.empty();
    }

    /** Tells the history when the task changes its backend or its queue server, from now on. */
    final EventStreamReader listen(int task, String id) {
        Moves moves = new Moves(context, task);
        return EventStreamReader.listen(context.http(), context.at("/api/tasks/" + id + "/events"), moves::on);
    }

    final void follow(int task, String id) throws InterruptedException {
        Asking asking = new Asking(task);
        Optional<HttpAnswer> last = asking.until("/api/tasks/" + id, ApiTaskClient::isLast);
        if (last.isEmpty()) {
            asking.giveUp();
            return;
        }
        Optional<HttpAnswer> result = asking.until("/api/tasks/" + id + "/result", ApiTaskClient::isResult);
        if (result.isEmpty()) {
            asking.giveUp();
            return;
        }
        end(task, last.get(), result.get());
        if (readsEvents) {
            countEnds(task, id, asking);
        }
    }

    /** Neither a fleet that is unavailable, nor a task that runs again because a failover forgot its end. */
    private static boolean isResult(HttpAnswer answer) {
        return answer.status() != 409
                && (answer.status() != 503 || answer.field("stage").isPresent());
    }

    private static boolean isLast(HttpAnswer answer) {
        return answer.isOk()
                && answer.field("state").filter(LAST_STATES::contains).isPresent();
    }

    private void end(int task, HttpAnswer state, HttpAnswer result) {
        boolean ok = result.isOk();
        context.ended(
                task,
                ok ? EndCode.OK.name() : state.field("code").orElse(result.code()),
                ok ? Optional.of(ReferenceEnds.digest(result.body())) : Optional.empty(),
                state.field("output"));
    }

    /** The events of a task hold one end. */
    private void countEnds(int task, String id, Asking asking) throws InterruptedException {
        Optional<HttpAnswer> events = asking.until("/api/tasks/" + id + "/events", HttpAnswer::isOk);
        long ends = events.map(
                        answer -> COMPLETE.matcher(answer.text()).results().count())
                .orElse(1L);
        for (long more = 1; more < ends; more++) {
            context.ended(task, "a second complete among its events", Optional.empty(), Optional.empty());
        }
    }

    /** The questions about one task, within its client's patience. Used by the thread of its client. */
    private final class Asking {

        private final int task;
        private final long deadline = System.nanoTime() + ClientContext.PATIENCE.toNanos();
        private final Set<String> told = new HashSet<>();
        private long unknownSince;

        Asking(int task) {
            this.task = task;
        }

        /** Empty if the patience is over, or the fleet does not know the task any more. */
        Optional<HttpAnswer> until(String path, Predicate<HttpAnswer> fits) throws InterruptedException {
            unknownSince = 0;
            while (System.nanoTime() < deadline && !isForgotten()) {
                Optional<HttpAnswer> answer = ask(path);
                if (answer.filter(given -> given.status() != 404).filter(fits).isPresent()) {
                    return answer;
                }
                Thread.sleep(BETWEEN.toMillis());
            }
            return Optional.empty();
        }

        private Optional<HttpAnswer> ask(String path) throws InterruptedException {
            try {
                HttpAnswer answer = HttpAnswer.get(context.http(), context.at(path), REQUEST_LIMIT);
                boolean unknown = answer.status() == 404;
                unknownSince = unknown ? (unknownSince == 0 ? System.nanoTime() : unknownSince) : 0;
                if (unknown || answer.status() == 503 && answer.field("stage").isEmpty()) {
                    tell(answer.code());
                }
                return Optional.of(answer);
            } catch (IOException e) {
                tell(e.toString());
                return Optional.empty();
            }
        }

        private void tell(String error) {
            if (told.add(error)) {
                context.stumbled(task, error);
            }
        }

        private boolean isForgotten() {
            return unknownSince != 0 && System.nanoTime() - unknownSince > FORGOTTEN_AFTER.toNanos();
        }

        void giveUp() {
            if (isForgotten()) {
                context.vanished(task, HistoryEvent.Vanished.UNKNOWN_TO_THE_FLEET);
            } else {
                context.gaveUp(task);
            }
        }
    }
}
