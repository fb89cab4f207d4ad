package asyfleet.scheduler;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.config.SettingsCommand;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.scheduler.explain.ExplainCommand;
import java.util.List;

/** The program {@code scheduler}: runs a scheduler until the process is told to end, or one of its commands. */
public final class SchedulerMain {

    private SchedulerMain() {}

    public static void main(String[] args) throws InterruptedException {
        ExplainCommand explain =
                new ExplainCommand(FleetRedis.URL, SchedulerSettings.LEVELS, SchedulerSettings.MAX_CONCURRENT);
        ServiceMain.run(
                new Service<>(SchedulerSettings.SPEC, SchedulerSettings::of, Scheduler::start),
                List.of(new SettingsCommand.Named(explain.spec(), explain::run)),
                args);
    }
}
