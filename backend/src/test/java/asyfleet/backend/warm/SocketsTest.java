package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SocketsTest {

    @TempDir
    Path base;

    private Sockets create() throws IOException {
        return Sockets.create(new CacheDirectory(base));
    }

    private static ServerSocketChannel listen(Sockets sockets) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(sockets.directory().resolve("socket")));
    }

    @Test
    void whatACrashedProcessLeftIsRemovedByTheNext() throws IOException {
        Sockets crashed = create();
        listen(crashed).close();
        create();
        assertFalse(Files.exists(crashed.directory()));
    }

    @Test
    void thoseOfAProcessThatLivesStay() throws IOException {
        Sockets empty = create();
        Sockets alive = create();
        try (ServerSocketChannel listening = listen(alive)) {
            create();
            assertTrue(listening.isOpen());
            assertTrue(Files.exists(alive.directory()));
            assertTrue(Files.exists(empty.directory()));
        }
    }

    @Test
    void aPathTooLongForTheKernelIsRefused() {
        Path deep = base.resolve("a".repeat(100));
        assertThrows(IOException.class, () -> Sockets.create(new CacheDirectory(deep)));
    }
}
