package asyfleet.ring.session;

import asyfleet.config.StartFailure;
import asyfleet.ring.link.LinkLimits;
import asyfleet.ring.link.RingLink;
import asyfleet.ring.link.SharedSecret;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.protocol.RingProtocolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server at which runners connect. One thread accepts, one serves each runner; there are at most as many as the
 * settings allow, and a connection beyond that is closed at once. Whatever goes wrong in a conversation ends that
 * conversation alone.
 *
 * <p>The map of open sockets is concurrent: written by the accepting and the serving threads, read by who closes.
 */
public final class RingServer<J extends RingJob> implements AutoCloseable {

    /**
     * The address of the server, and the runners that it admits.
     *
     * @param mostRunners connected at a time
     */
    public record Options(String bind, int port, int mostRunners, LinkLimits limits, Optional<SharedSecret> secret) {}

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ServerSocket listener;
    private final Options options;
    private final RunnerSessionRules<J> rules;
    private final RingEvents events;
    private final Watchdog watchdog = new Watchdog();
    private final Map<Socket, Thread> open = new ConcurrentHashMap<>();
    private long connections; // of the accepting thread

    private RingServer(ServerSocket listener, Options options, RunnerSessionRules<J> rules, RingEvents events) {
        this.listener = listener;
        this.options = options;
        this.rules = rules;
        this.events = events;
    }

    /**
     * Listens.
     *
     * @throws StartFailure if it cannot
     */
    public static <J extends RingJob> RingServer<J> start(
            Options options, RunnerSessionRules<J> rules, RingEvents events) {
        return start(listen(options), options, rules, events);
    }

    static <J extends RingJob> RingServer<J> start(
            ServerSocket listener, Options options, RunnerSessionRules<J> rules, RingEvents events) {
        RingServer<J> server = new RingServer<>(listener, options, rules, events);
        daemon("ring-accept", server::accept).start();
        return server;
    }

    private static ServerSocket listen(Options options) {
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(InetAddress.getByName(options.bind()), options.port()));
            return listener;
        } catch (IOException e) {
            throw new StartFailure(
                    "cannot listen on " + options.bind() + " port " + options.port() + ": " + e.getMessage()
                            + "; choose another with --bind or --port",
                    e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                admit(listener.accept());
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    events.refused("unknown", "could not be accepted: " + e.getMessage());
                    awaitRoom();
                }
            }
        }
    }

    /** The process has no file descriptor left. Trying again at once would change nothing, and be said each time. */
    private synchronized void awaitRoom() {
        try {
            wait(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private void admit(Socket socket) throws IOException {
        if (open.size() >= options.mostRunners()) {
            events.refused(address(socket), "there are " + open.size() + " runners, the most there may be");
            socket.close();
            return;
        }
        long connection = ++connections;
        Thread thread = daemon("ring-runner-" + connection, () -> converse(socket, connection));
        open.put(socket, thread);
        thread.start();
    }

    private void converse(Socket socket, long connection) {
        try (socket) {
            if (options.secret().isPresent()) {
                options.secret().get().checkRunner(socket);
            }
            RunnerSession<J> session = new RunnerSession<>(
                    RingLink.toRunner(socket, options.limits(), watchdog), rules, watchdog, connection);
            serve(session, session.welcome());
        } catch (IOException | RingProtocolException e) {
            events.refused(address(socket), e.getMessage());
        } finally {
            forget(socket);
        }
    }

    private synchronized void forget(Socket socket) {
        open.remove(socket);
        notifyAll();
    }

    /** Waits until no runner is connected, or this long. */
    public synchronized void awaitEmpty(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (!open.isEmpty() && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
    }

    private void serve(RunnerSession<J> session, RunnerId runner) {
        events.joined(runner);
        String why = "stopped by a fault of ours";
        try {
            session.serve(runner);
            why = "is done";
        } catch (IOException | RingProtocolException | InterruptedException e) {
            why = listener.isClosed() ? "was dropped: this end stops" : session.reason(e);
        } finally {
            session.close();
            events.left(runner, why, session.giveBack(runner, why));
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Runners that are connected, or about to be. */
    public int connected() {
        return open.size();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Map.Entry<Socket, Thread> one : open.entrySet()) {
                one.getKey().close();
                one.getValue().interrupt();
                one.getValue().join();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("closing failed", e);
        } finally {
            watchdog.close();
        }
    }

    private static String address(Socket socket) {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
