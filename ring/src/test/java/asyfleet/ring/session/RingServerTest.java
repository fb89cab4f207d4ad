package asyfleet.ring.session;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RingServerTest {

    /** Of a process that has no file descriptor left. */
    private static final class FullListener extends ServerSocket {

        private final AtomicReference<Thread> acceptor = new AtomicReference<>(); // set there, read by the test

        FullListener() throws IOException {
            super(0);
        }

        @Override
        public Socket accept() throws IOException {
            acceptor.set(Thread.currentThread());
            throw new SocketException("Too many open files");
        }
    }

    @Test
    void whoCannotAcceptWaitsBeforeItTriesAgain() throws IOException {
        FullListener listener = new FullListener();
        RingServer<FakeJobs.FakeJob> server = RingServer.start(listener, null, null, new Unheard());
        await().until(() -> listener.acceptor.get() != null);

        await().until(() -> listener.acceptor.get().getState() == Thread.State.TIMED_WAITING);

        server.close();
    }

    private static final class Unheard implements RingEvents {

        @Override
        public void joined(RunnerId runner) {
            throw new AssertionError("nobody can join");
        }

        @Override
        public void left(RunnerId runner, String why, int lost) {
            throw new AssertionError("nobody has joined");
        }

        @Override
        public void refused(String address, String why) {
            // Said once for each try.
        }
    }
}
