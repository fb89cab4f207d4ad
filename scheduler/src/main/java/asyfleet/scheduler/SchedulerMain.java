package asyfleet.scheduler;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.scheduler.explain.ExplainCommand;
import java.util.List;
import java.util.Map;

/** The program {@code scheduler}: runs a scheduler until the process is told to end, or one of its commands. */
public final class SchedulerMain {

    private SchedulerMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(
                new Service<>(SchedulerSettings.SPEC, SchedulerSettings::of, Scheduler::start),
                Map.of("explain", SchedulerMain::explain),
                args);
    }

    private static int explain(List<String> args) {
        return new ExplainCommand(FleetRedis.URL, SchedulerSettings.LEVELS, SchedulerSettings.MAX_CONCURRENT)
                .run(args, System.getenv(), System.out, System.err);
    }
}
