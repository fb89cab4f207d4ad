package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.lab.browser.Browser;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a server that asks for tokens and allows the pages of one other origin, in a real browser. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class TokenPageTest {

    @Test
    void thePageAsksForATokenWhenTheServerDoesAndKeepsIt(@TempDir Path directory) throws Exception {
        try (EditorPage page = EditorPage.open(directory.resolve("profile"));
                RedisFixture redis = RedisFixture.start();
                QueueServer server = server(redis, directory)) {
            Browser browser = page.browser;
            page.go(server.address());
            browser.awaitTrue("document.querySelector('dialog.token p').innerText === 'This server asks for a token.'");
            give(page, "not-one-of-them");
            browser.awaitTrue("document.querySelector('dialog.token p').innerText === 'The token is not accepted.'");
            give(page, "0123456789abcdef");
            page.awaitStatus("^(waiting for a machine|no machine is up)$");

            browser.reload();
            page.awaitStatus("^(waiting for a machine|no machine is up)$");
            page.go(server.address() + "/?token=0123456789abcdef");
            assertEquals("", browser.eval("location.search").asString());
        }
    }

    private static void give(EditorPage page, String token) {
        page.browser.eval("document.querySelector('dialog.token input').select()");
        page.browser.type(token);
        page.browser.click("dialog.token button[type=submit]");
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
}
