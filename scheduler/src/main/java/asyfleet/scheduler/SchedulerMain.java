package asyfleet.scheduler;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;

/** Runs a scheduler until the process is told to end. */
public final class SchedulerMain {

    private SchedulerMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(new Service<>(SchedulerSettings.SPEC, SchedulerSettings::of, Scheduler::start), args);
    }
}
