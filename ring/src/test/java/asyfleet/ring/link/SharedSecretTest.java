package asyfleet.ring.link;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.config.Secret;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SharedSecretTest {

    private ServerSocket listener;
    private Socket runner;
    private Socket manager;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        runner = new Socket(listener.getInetAddress(), listener.getLocalPort());
        manager = listener.accept();
    }

    @AfterEach
    void close() throws IOException {
        runner.close();
        manager.close();
        listener.close();
    }

    @Test
    void bothEndsThatKnowTheSecretGoOn() throws IOException {
        CompletableFuture<Void> checked = checkRunner("same");
        secret("same").checkManager(runner);

        checked.join();
    }

    @Test
    void aRunnerThatDoesNotKnowItIsRefused() {
        CompletableFuture<Void> checked = checkRunner("one");

        assertThrows(WrongSecretException.class, () -> secret("other").checkManager(runner));
        CompletionException refused = assertThrows(CompletionException.class, checked::join);
        assertInstanceOf(WrongSecretException.class, refused.getCause());
    }

    @Test
    void aManagerThatDoesNotKnowItGetsNoRunner() throws IOException {
        // It pretends to agree with whatever the runner proves.
        RawPeer pretender = new RawPeer(manager).say("DEFIO 00\nBONE " + "00".repeat(32) + "\n");

        assertThrows(WrongSecretException.class, () -> secret("any").checkManager(runner));
        pretender.hear("RESPONDO ");
    }

    @Test
    void aManagerThatAsksForNoSecretGetsNoRunner() throws IOException {
        new RawPeer(manager).say("VERSIO 1.3\n");

        assertThrows(WrongSecretException.class, () -> secret("any").checkManager(runner));
    }

    @Test
    void aConnectionThatBreaksInBetweenIsNoWrongSecret() throws IOException {
        manager.getOutputStream().write("DEFIO 00\n".getBytes(StandardCharsets.UTF_8));
        manager.shutdownOutput();

        assertThrows(EOFException.class, () -> secret("any").checkManager(runner));
    }

    /** Closes the connection when it refuses, as the server does. */
    private CompletableFuture<Void> checkRunner(String value) {
        return CompletableFuture.runAsync(() -> {
            try {
                secret(value).checkRunner(manager);
            } catch (IOException e) {
                closeQuietly();
                throw new CompletionException(e);
            }
        });
    }

    private void closeQuietly() {
        try {
            manager.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static SharedSecret secret(String value) {
        return new SharedSecret(new Secret(value), Duration.ofSeconds(20));
    }
}
