package asyfleet.fleet;

import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a server that asks for tokens and allows the pages of one other origin, in a real browser. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TokenPageTest {

    @Test
    void thePageAsksForATokenWhenTheServerDoesAndKeepsIt(@TempDir Path directory) throws Exception {
        Optional<Path> program = Browser.find();
        if (!"required".equals(System.getenv("ASYFLEET_TEST_BROWSER"))) {
            Assumptions.assumeTrue(program.isPresent(), "no chromium on the PATH: the page is not tested");
        }
        try (RedisFixture redis = RedisFixture.start();
                QueueServer server = server(redis, directory);
                Browser browser = Browser.open(
                        program.orElseThrow(), directory.resolve("profile"), URI.create(server.address()))) {
            browser.click("#run");
            awaitStatus(browser, "This server asks for a token.");
            browser.retype("#token", "not-one-of-them");
            browser.click("#run");
            awaitStatus(browser, "The token is not accepted.");
            browser.retype("#token", "0123456789abcdef");
            browser.click("#run");
            awaitStatus(browser, "Submitted.");

            browser.reload();
            awaitStatus(browser, "Your figure appears here.");
            browser.click("#run");
            awaitStatus(browser, "Submitted.");
        }
    }

    private static QueueServer server(RedisFixture redis, Path directory) throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "page 0123456789abcdef\n");
        return QueueServer.start(QueueServerSettings.read(QueueServerSettings.SPEC.read(
                List.of(
                        "--port=0",
                        "--drain-limit=1s",
                        "--redis=" + redis.uri(),
                        "--api-tokens=" + tokens,
                        "--allowed-origins=https://good.example"),
                Map.of())));
    }

    private static void awaitStatus(Browser browser, String text) {
        browser.awaitTrue("document.querySelector('#status').innerText === '" + text + "'");
    }
}
