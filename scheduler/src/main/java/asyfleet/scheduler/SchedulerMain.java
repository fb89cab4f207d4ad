package asyfleet.scheduler;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.redis.FleetRedis;
import asyfleet.scheduler.explain.ExplainCommand;
import asyfleet.scheduler.simulate.BenchCommand;
import asyfleet.scheduler.simulate.SimulateCommand;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs a scheduler until the process is told to end, or, with the name of a command, that command. */
public final class SchedulerMain {

    private SchedulerMain() {}

    public static void main(String[] args) throws InterruptedException {
        switch (args.length == 0 ? "" : args[0]) {
            case "simulate" -> System.exit(execute(new SimulateCommand(), args));
            case "bench" -> System.exit(execute(new BenchCommand(), args));
            case "explain" -> System.exit(explain(Arrays.asList(args).subList(1, args.length)));
            default ->
                ServiceMain.run(new Service<>(SchedulerSettings.SPEC, SchedulerSettings::of, Scheduler::start), args);
        }
    }

    private static int execute(Object command, String[] args) {
        return new CommandLine(command).execute(Arrays.copyOfRange(args, 1, args.length));
    }

    private static int explain(List<String> args) {
        return new ExplainCommand(FleetRedis.URL, SchedulerSettings.LEVELS, SchedulerSettings.MAX_CONCURRENT)
                .run(args, System.getenv(), System.out, System.err);
    }
}
