package asyfleet.scheduler;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;

/** A scheduler in a process of its own, as an operator starts it. */
record SchedulerProcess(ChildProcess process) implements AutoCloseable {

    /** Starts it and waits until it says that it is ready. */
    static SchedulerProcess start(String redis, String... flags) {
        ChildCommand command = ChildCommand.java(SchedulerMain.class, flags)
                .withJvm("-XX:TieredStopAtLevel=1")
                .with("REDIS_URL", redis)
                .with("PORT", "0");
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
