package asyfleet.lab.load;

import asyfleet.client.connect.ClientSettings;
import asyfleet.config.Secret;
import asyfleet.protocol.task.verdict.EndCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The HTTP API: one request for each figure, or a task whose events are read to the end. */
final class HttpDoor implements LoadDoor {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern CODE = Pattern.compile("\"code\":\"([A-Z_]+)\"");
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]+)\"");
    private static final Pattern ESTIMATE = Pattern.compile("\"estimateMs\":([0-9]+)");
    private static final Pattern QUEUED = Pattern.compile("\"queuedMs\":([0-9]+)");

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final URI base;
    private final Optional<Secret> token;
    private final boolean tasks;

    /** @param tasks whether tasks are sent to {@code /api/tasks}, and not to {@code /api/render} */
    HttpDoor(ClientSettings settings, boolean tasks) {
        this.base = URI.create(settings.server().toString().replaceFirst("^ws", "http"))
                .resolve(".");
        this.token = settings.token();
        this.tasks = tasks;
    }

    @Override
    public CompletionStage<LoadAnswer> send(String source) {
        String path = (tasks ? "api/tasks" : "api/render") + "?format=svg&cache=false&timeout=" + TIMEOUT_MILLIS;
        HttpRequest request =
                request(path).POST(BodyPublishers.ofString(source)).build();
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, BodyHandlers.ofString());
        return (tasks ? answer.thenCompose(this::follow) : answer.thenApply(HttpDoor::rendered))
                .exceptionally(failure -> LoadAnswer.of("LOST"));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.value()));
        return request;
    }

    private static LoadAnswer rendered(HttpResponse<String> answer) {
        Optional<Duration> queued = answer.headers()
                .firstValue("X-Asyfleet-Queued-Ms")
                .map(millis -> Duration.ofMillis(Long.parseLong(millis)));
        return new LoadAnswer(code(answer), queued, Optional.empty());
    }

    private static String code(HttpResponse<String> answer) {
        return answer.statusCode() == 200
                ? EndCode.OK.name()
                : first(CODE, answer.body()).orElse("STATUS_" + answer.statusCode());
    }

    private CompletionStage<LoadAnswer> follow(HttpResponse<String> accepted) {
        Optional<String> id = first(ID, accepted.body());
        if (accepted.statusCode() != 202 || id.isEmpty()) {
            return CompletableFuture.completedFuture(LoadAnswer.of(code(accepted)));
        }
        HttpRequest events = request("api/tasks/" + id.get() + "/events").build();
        return client.sendAsync(events, BodyHandlers.ofString()).thenApply(HttpDoor::ended);
    }

    private static LoadAnswer ended(HttpResponse<String> events) {
        String text = events.body();
        String code = text.contains("\"state\":\"succeeded\"")
                ? EndCode.OK.name()
                : first(CODE, text).orElse("NO_END");
        return new LoadAnswer(code, millis(QUEUED, text), millis(ESTIMATE, text));
    }

    private static Optional<Duration> millis(Pattern pattern, String text) {
        return first(pattern, text).map(number -> Duration.ofMillis(Long.parseLong(number)));
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Its threads are daemons, and it has no other end in this Java. */
    @Override
    public void close() {}
}
