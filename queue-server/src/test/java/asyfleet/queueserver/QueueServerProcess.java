package asyfleet.queueserver;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.redis.RedisFixture;
import asyfleet.testing.ServiceCommand;
import java.net.URI;

/** A queue server in a process of its own, to be killed. */
public record QueueServerProcess(ChildProcess process) implements AutoCloseable {

    /** Starts it on a free port and waits until it says that it is ready. */
    public static QueueServerProcess start(RedisFixture redis, String... flags) {
        ChildCommand command = ServiceCommand.of(QueueServerMain.class, redis.uri(), flags);
        return new QueueServerProcess(command.start().awaitReady());
    }

    public String address() {
        return process.address();
    }

    public int port() {
        return URI.create(address()).getPort();
    }

    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        kill();
    }
}
