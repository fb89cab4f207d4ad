package asyfleet.fleet;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A browser, and a real fleet that it reaches below a path of a proxy; kept results are off. For the tests of one class. */
final class BrowsedFleet implements AutoCloseable {

    final EditorPage page;
    final Browser browser;
    final RedisFixture redis;
    final PrefixProxy proxy;
    private final FleetProcesses fleet;
    private final CheckedHttpClient others = CheckedHttpClient.create();

    private BrowsedFleet(EditorPage page, RedisFixture redis, FleetProcesses fleet) throws IOException {
        this.page = page;
        this.browser = page.browser;
        this.redis = redis;
        this.fleet = fleet;
        this.proxy = PrefixProxy.to(fleet.url());
    }

    /** Skips the test where there is no browser. */
    static BrowsedFleet open(Path directory, Map<String, String> settings) throws Exception {
        EditorPage page = EditorPage.open(directory.resolve("profile"));
        try {
            page.browser.allowClipboard();
            RedisFixture redis = RedisFixture.start();
            Map<String, String> all = new HashMap<>(settings);
            all.put("ASYFLEET_RESULT_LIFE", "0");
            return new BrowsedFleet(page, redis, FleetProcesses.start(redis, all));
        } catch (RuntimeException | IOException e) {
            page.close();
            throw e;
        }
    }

    /** Where the browser finds the pages. */
    String url() {
        return proxy.url();
    }

    /** The queue server itself. */
    URI server() {
        return fleet.url();
    }

    void kill(Member member) {
        fleet.kill(member);
    }

    void startAgain(Member member) {
        fleet.startAgain(member);
        proxy.moveTo(fleet.url());
    }

    /** A task of somebody else. */
    CompletableFuture<HttpResponse<String>> render(String source, int timeoutMillis) {
        return others.sendAsync(
                HttpRequest.newBuilder(URI.create(server() + "/api/render?timeout=" + timeoutMillis))
                        .POST(BodyPublishers.ofString(source))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    void awaitActive(int tasks) {
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.active === " + tasks + ")");
    }

    @Override
    public void close() throws Exception {
        page.close();
        proxy.close();
        fleet.close();
        redis.close();
    }
}
