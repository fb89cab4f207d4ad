package asyfleet.queueserver.kroki.upstream;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.queueserver.access.Gate;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kroki server that draws all other types of diagrams, so that one address serves a whole site. Requests go to that
 * server alone: the path is made here, of parts that were checked, and redirects are not followed. Only what concerns the
 * diagram is passed on, never a token or a cookie. Time, size and number of the exchanges are bounded.
 */
public final class KrokiUpstream implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KrokiUpstream.class);
    private static final int THREADS = 2;

    /** A page with many diagrams asks for all of them at once. */
    private static final int MOST_AT_ONCE = 64;

    private static final int MOST_ANSWER_BYTES = 4 << 20;

    private static final String OPTION_PREFIX = "kroki-diagram-options-";
    private static final List<String> REQUEST_HEADERS = List.of("accept", "content-type", "if-none-match");
    private static final List<String> ANSWER_HEADERS =
            List.of("Content-Type", "ETag", "Last-Modified", "Retry-After", "Allow");

    /** The policy of a picture that another server drew: nothing in it may run or load. */
    private static final String POLICY =
            "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox";

    /** Some browsers show a PDF by a program of their own, which a sandbox stops. */
    private static final String PDF_POLICY = "default-src 'none'";

    private final URI server;
    private final Duration patience;
    private final Gate gate;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("kroki-upstream", true));
    private final HttpClient client = HttpClient.newBuilder()
            .executor(threads)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /** @param patience how long a whole exchange may take */
    public KrokiUpstream(URI server, Duration patience, Gate gate) {
        this.server = server;
        this.patience = patience;
        this.gate = gate;
    }

    /** @param path checked, with its query */
    public CompletionStage<Response> pass(Request request, String path) {
        HttpRequest passed = passed(request, path);
        if (!places.tryAcquire()) {
            throw new HttpError(503, "UNAVAILABLE", "Too many diagrams of other types are being drawn; try again")
                    .withHeader("Retry-After", "5");
        }
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(passed, head -> new BoundedBody(MOST_ANSWER_BYTES));
        CompletableFuture<HttpResponse<byte[]>> answer = new CompletableFuture<>();
        exchange.whenComplete((response, failure) -> {
            places.release();
            if (failure == null) {
                answer.complete(response);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
        answer.whenComplete((response, failure) -> exchange.cancel(true)); // does nothing if it has ended
        request.whenAbandoned(() -> exchange.cancel(true));
        return answer.handle(this::answered);
    }

    private HttpRequest passed(Request request, String path) {
        HttpRequest.Builder passed =
                HttpRequest.newBuilder(URI.create(server + path)).header("User-Agent", "asyfleet");
        try {
            for (Headers.Line line : request.headers().lines()) {
                String name = line.name().toLowerCase(Locale.ROOT);
                if (REQUEST_HEADERS.contains(name) || name.startsWith(OPTION_PREFIX)) {
                    passed.header(line.name(), line.value());
                }
            }
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("a header of the request cannot be passed on; expected plain ASCII");
        }
        return request.method() == Method.POST
                ? passed.POST(BodyPublishers.ofByteArray(request.body())).build()
                : passed.GET().build();
    }

    private Response answered(HttpResponse<byte[]> answer, Throwable failure) {
        if (failure != null) {
            throw failed(StageFailure.causeOf(failure));
        }
        int status = answer.statusCode();
        if (status / 100 == 1 || (status / 100 == 3 && status != 304) || status > 599) {
            throw failed(new IllegalStateException("it answered " + status));
        }
        Headers headers = Headers.EMPTY;
        for (String name : ANSWER_HEADERS) {
            for (String value : answer.headers().allValues(name)) {
                headers = headers.plus(name, value);
            }
        }
        return secured(new Response(status, headers, new Body.Bytes(answer.body())), answer);
    }

    private Response secured(Response response, HttpResponse<byte[]> answer) {
        boolean pdf = response.headers().first("Content-Type").orElse("").startsWith("application/pdf");
        Response secured = response.with("Content-Security-Policy", pdf ? PDF_POLICY : POLICY);
        return answer.headers()
                .firstValue("Cache-Control")
                .map(caching -> gate.isOpen() ? caching : caching.replace("public", "private"))
                .map(caching -> secured.with("Cache-Control", caching))
                .orElse(secured);
    }

    /** Says nothing of where the other server is. */
    private HttpError failed(Throwable failure) {
        LOG.warn("kroki upstream failed server={} failure={}", server, failure.toString());
        if (failure instanceof TimeoutException || failure instanceof HttpTimeoutException) {
            return new HttpError(
                    504,
                    "UPSTREAM_FAILED",
                    "The Kroki server behind this one, which draws other types than asymptote, did not answer within "
                            + patience.toSeconds() + " s");
        }
        return new HttpError(
                502,
                "UPSTREAM_FAILED",
                "The Kroki server behind this one, which draws other types than asymptote, is down or does not answer as"
                        + " it should");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
