package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.fleet.ScrapedMetrics.Metric;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The metrics of a running fleet are those that the documents and the dashboard name. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class MetricsTest {

    private static final Path ROOT = Path.of(System.getProperty("asyfleet.root"));

    /** Their labels are what clients ask for; those of the gauges are the leader's, once it leads. */
    private static final Set<String> NOT_FROM_THE_START = Set.of(
            "asyfleet_http_requests_total",
            "asyfleet_http_request_seconds",
            "asyfleet_scheduler_waiting",
            "asyfleet_scheduler_running",
            "asyfleet_scheduler_limit");

    private static RedisFixture redis;
    private static FleetProcesses fleet;
    private static final Map<Member, String> FRESH = new EnumMap<>(Member.class);
    private static final Map<Member, String> USED = new EnumMap<>(Member.class);
    private static String sharded;

    @BeforeAll
    static void useAFleet() throws Exception {
        redis = RedisFixture.startOwn();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_WARM_START", "false"));
        for (Member member : Member.values()) {
            FRESH.put(member, scrape(member));
        }
        assertEquals(
                200,
                PostedFigures.post(fleet.url().resolve("/api/render"), "draw(unitcircle);")
                        .statusCode());
        openWebSocket();
        for (Member member : Member.values()) {
            USED.put(member, scrape(member));
        }
        sharded = scrapeTwoShards();
    }

    /** Of a queue server with one more shard, whose Redis is not there. */
    private static String scrapeTwoShards() {
        ServiceProcess server = ServiceProcess.start(
                "asyfleet.queueserver.QueueServerMain", Map.of("REDIS_URL", redis.uri() + ",redis://127.0.0.1:1"));
        try {
            server.awaitReady();
            return Awaitility.await("both shards are known")
                    .until(
                            () -> PostedFigures.get(server.address().resolve("/metrics")),
                            text -> text.contains("asyfleet_shard_up{shard=\"127.0.0.1:1\"} 0.0")
                                    && text.contains("} 1.0"));
        } finally {
            server.kill();
        }
    }

    /** As a client of {@code /asy} does. */
    private static void openWebSocket() {
        URI uri = URI.create(fleet.url().toString().replaceFirst("http", "ws")).resolve("/asy");
        HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(uri, new WebSocket.Listener() {})
                .join()
                .abort();
    }

    @AfterAll
    static void stopFleet() {
        fleet.close();
        redis.close();
    }

    private static String scrape(Member member) throws IOException, InterruptedException {
        return PostedFigures.get(fleet.address(member).resolve("/metrics"));
    }

    @Test
    void everyMetricOfARunningFleetIsInTheTable() throws IOException {
        Map<String, Metric> metrics = new TreeMap<>();
        Map<String, Set<String>> services = new TreeMap<>();
        USED.forEach((member, text) -> ScrapedMetrics.read(text).own().forEach(metric -> {
            metrics.merge(metric.name(), metric, (one, other) -> one.labels() == null ? other : one);
            services.computeIfAbsent(metric.name(), name -> new TreeSet<>()).add(name(member));
        }));

        ScrapedMetrics.read(sharded).own().stream()
                .filter(metric -> !metrics.containsKey(metric.name()))
                .forEach(metric -> {
                    metrics.put(metric.name(), metric);
                    services.put(metric.name(), Set.of(name(Member.QUEUE_SERVER)));
                });

        String table = metrics.values().stream()
                .map(metric -> row(metric, services.get(metric.name())))
                .collect(Collectors.joining("\n", "|---|---|---|---|---|\n", "\n"));

        String docs = Files.readString(ROOT.resolve("docs/operations/metrics.md"));
        assertTrue(docs.contains(table), () -> "docs/operations/metrics.md should have\n" + table);
    }

    /** Dashboards that are not ours know them by these names. */
    @ParameterizedTest
    @EnumSource(Member.class)
    void everyServiceHasTheMetricsOfItsProcessThatTheDocumentsName(Member member) throws IOException {
        String docs = Files.readString(ROOT.resolve("docs/operations/metrics.md"));
        List<String> named = Pattern.compile("`((?:jvm|process)_[a-z_]+)`")
                .matcher(docs)
                .results()
                .map(name -> name.group(1))
                .toList();
        Set<String> scraped = USED.get(member)
                .lines()
                .map(line -> line.split("[{ ]", 2)[0].replaceFirst("_(?:count|sum)$", ""))
                .collect(Collectors.toSet());

        assertTrue(named.size() >= 7, named::toString);
        assertEquals(
                List.of(),
                named.stream().filter(name -> !scraped.contains(name)).toList());
    }

    private static String row(Metric metric, Set<String> services) {
        return "| `" + metric.name() + "` | " + metric.type() + " | "
                + (metric.labels() == null ? "" : String.join(", ", metric.labels())) + " | "
                + (services.size() == Member.values().length ? "all" : String.join(", ", services)) + " | "
                + metric.help() + " |";
    }

    @Test
    void aSeriesIsThereBeforeItsFirstEvent() {
        FRESH.forEach((member, text) -> {
            Set<String> fresh = series(text);
            List<String> missing = series(USED.get(member)).stream()
                    .filter(one -> !fresh.contains(one))
                    .filter(one -> NOT_FROM_THE_START.stream().noneMatch(one::startsWith))
                    .toList();
            assertEquals(List.of(), missing, () -> name(member) + " before its first task:\n" + text);
        });
        assertTrue(
                FRESH.get(Member.QUEUE_SERVER)
                        .contains("asyfleet_tasks_ended_total{code=\"FLEET_FAULT\",door=\"http\"} 0.0"),
                () -> FRESH.get(Member.QUEUE_SERVER));
        for (String outcome : List.of("ok", "error", "limit", "aborted", "fault")) {
            String series = "asyfleet_backend_run_seconds_count{format=\"svg\",outcome=\"" + outcome + "\"}";
            assertTrue(series(FRESH.get(Member.BACKEND)).contains(series), series);
        }
    }

    /** The names of our series, with the values of their labels. */
    private static Set<String> series(String text) {
        return text.lines()
                .filter(line -> line.startsWith("asyfleet_"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyQueryOfTheDashboardAndOfTheAlertsNamesMetricsThatExist() throws IOException {
        Set<String> known = Stream.concat(USED.values().stream(), Stream.of(sharded))
                .flatMap(text -> text.lines())
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
        Pattern name = Pattern.compile("\\b(asyfleet|jvm|process)_[a-z0-9_]+\\b");

        for (String file : List.of("dashboard.json", "alerts.yaml")) {
            String text = Files.readString(ROOT.resolve("deploy/observability").resolve(file));
            Set<String> unknown = name.matcher(text)
                    .results()
                    .map(match -> match.group())
                    .filter(metric -> !known.contains(metric))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(Set.of(), unknown, file);
        }
    }

    @Test
    void promtoolFindsNothingToImprove() throws Exception {
        Promtool.need();
        for (Member member : Member.values()) {
            Promtool.run(USED.get(member).getBytes(StandardCharsets.UTF_8), "check", "metrics");
        }
    }

    private static String name(Member member) {
        return member.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
