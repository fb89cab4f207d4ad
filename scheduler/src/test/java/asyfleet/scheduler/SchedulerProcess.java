package asyfleet.scheduler;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.testing.ServiceCommand;

/** A scheduler in a process of its own, as an operator starts it. */
record SchedulerProcess(ChildProcess process) implements AutoCloseable {

    /** Starts it and waits until it says that it is ready. */
    static SchedulerProcess start(String redis, String... flags) {
        ChildCommand command = ServiceCommand.of(SchedulerMain.class, redis, flags);
        return new SchedulerProcess(command.start().awaitReady());
    }

    String ready() {
        return Http.get(process.address() + "/readyz");
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        kill();
    }
}
