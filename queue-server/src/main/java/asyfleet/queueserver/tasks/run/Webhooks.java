package asyfleet.queueserver.tasks.run;

import asyfleet.queueserver.tasks.stored.TaskJson;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.retry.Backoff;
import asyfleet.trace.TaskTrace;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The calls that tell those who asked for it that their task has ended: a few tries with growing pauses, until they
 * answer with 2xx. The task stays this server's until then, so if this server dies its heir tells them; it is marked in
 * the same step in which it leaves this server's index, and whoever found it there before asks for the mark. So a host that
 * answered with 2xx hears of the task again only if this server died before it could set the mark. Redirects are not
 * followed: they could lead to a host that is not allowed.
 */
public final class Webhooks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
    private static final int THREADS = 2;

    /** Before Redis is asked again, if it did not answer. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ApiTasks tasks;
    private final ApiTaskOwner server;
    private final ScheduledExecutorService thread;
    private final Retries retries;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("webhook", true));
    private final HttpClient client = HttpClient.newBuilder()
            .executor(threads)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1) // without it a plain host is asked to upgrade to a protocol few know
            .build();

    /**
     * Tasks whose webhook is being told: begun by event loops and the server's thread, ended by the client's threads.
     */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * The times and pauses between the tries of a webhook.
     *
     * @param answer how long a whole exchange may take
     * @param pauses between two tries
     */
    public record Retries(int tries, Duration answer, Backoff pauses) {

        public static final Retries DEFAULT =
                new Retries(6, Duration.ofSeconds(10), new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(16)));
    }

    public Webhooks(ApiTasks tasks, ApiTaskOwner server, ScheduledExecutorService thread, Retries retries) {
        this.tasks = tasks;
        this.server = server;
        this.thread = thread;
        this.retries = retries;
    }

    /** Any thread. */
    void tell(TaskTrace names, String url) {
        String id = names.id().orElseThrow();
        if (underWay.add(id)) {
            attempt(new WebhookCall(id, url, 1, names));
        }
    }

    private void attempt(WebhookCall call) {
        tasks.find(call.id).whenComplete((task, failure) -> {
            if (failure != null) {
                after(PAUSE, () -> attempt(call)); // no try of theirs
            } else if (isToBeTold(call, task)) {
                send(call, task.orElseThrow()).whenComplete((taken, broken) -> answered(call, taken, broken));
            } else {
                release(call.id);
            }
        });
    }

    private boolean isToBeTold(WebhookCall call, Optional<ApiTask> task) {
        if (task.isEmpty()) {
            LOG.warn("webhook not told, the task is gone {}", call.trace); // with all that there was to say
        }
        return task.filter(one -> one.hasEnded() && !one.isTold())
                .filter(one -> one.owner().equals(server.id()))
                .isPresent();
    }

    private record WebhookCall(String id, String url, int number, TaskTrace trace) {

        WebhookCall next() {
            return new WebhookCall(id, url, number + 1, trace);
        }
    }

    private void answered(WebhookCall made, Boolean taken, Throwable failure) {
        if (failure == null && taken) {
            LOG.info("webhook told tries={} {}", made.number, made.trace);
            release(made.id);
        } else if (made.number < retries.tries) {
            after(retries.pauses.pause(made.number), () -> attempt(made.next()));
        } else {
            LOG.warn("webhook given up tries={} failure={} {}", made.number, String.valueOf(failure), made.trace);
            release(made.id);
        }
    }

    private void after(Duration pause, Runnable action) {
        thread.schedule(action, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether they took it. */
    private CompletionStage<Boolean> send(WebhookCall made, ApiTask task) {
        byte[] body = JsonMapper.shared().writeValueAsBytes(TaskJson.of(made.id, task));
        HttpRequest request = HttpRequest.newBuilder(URI.create(made.url))
                .header("Content-Type", "application/json")
                .header("User-Agent", "asyfleet")
                .header("traceparent", made.trace.context().header())
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        return withinTime(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()))
                .thenApply(response -> response.statusCode() / 100 == 2);
    }

    /** The client itself bounds only the time to the first bytes of an answer. */
    private <T> CompletableFuture<T> withinTime(CompletableFuture<T> exchange) {
        Future<?> end = thread.schedule(() -> exchange.cancel(true), retries.answer.toMillis(), TimeUnit.MILLISECONDS);
        exchange.whenComplete((response, failure) -> end.cancel(false));
        return exchange;
    }

    /** Until it is done, so that nobody who finds the task meanwhile tells again. */
    private void release(String id) {
        server.release(id).whenComplete((released, failure) -> {
            if (failure == null) {
                underWay.remove(id);
            } else {
                after(PAUSE, () -> release(id));
            }
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
