package asyfleet.ring;

import asyfleet.config.SettingValues;
import asyfleet.config.SettingsCommand;
import asyfleet.ring.gateway.Gateway;
import asyfleet.ring.manage.Manager;
import asyfleet.ring.manage.ManagerConsole;
import asyfleet.ring.manage.ManagerSettings;
import asyfleet.ring.run.Runner;
import asyfleet.ring.run.RunnerSettings;
import asyfleet.trace.Spans;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * {@code asyfleet ring manager} and {@code asyfleet ring runner}: programs that end by themselves.
 *
 * <p>Exit codes: 0 when all jobs succeeded, or the runner has no more to do; 1 when it cannot start; 2 when the settings
 * are wrong; 3 when jobs failed; 4 when the runner was sent out; 143 or 130 after SIGTERM or SIGINT.
 */
public final class RingMain {

    private static final int JOBS_FAILED = 3;
    private static final int SENT_OUT = 4;

    private static final String USAGE = """
            Usage: asyfleet ring manager|runner [ARGUMENTS]
            Runs many figures on many machines: a manager has the files, runners connect to it and draw them.
            'asyfleet ring manager --help' and 'asyfleet ring runner --help' list the settings.

            Examples:
              asyfleet ring manager --runs runs --outputs outputs
              asyfleet ring runner 4 --connect 127.0.0.1:8090
            """;

    private static final List<SettingsCommand.Named> COMMANDS = List.of(
            new SettingsCommand.Named(ManagerSettings.SPEC, RingMain::manage),
            new SettingsCommand.Named(RunnerSettings.SPEC, RingMain::runJobs));

    private RingMain() {}

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(args));
    }

    /** The exit code. */
    static int run(String... args) throws InterruptedException {
        return SettingsCommand.runNamed("ring", COMMANDS, List.of(args), System.getenv())
                .orElseGet(() -> explain(List.of(args)));
    }

    private static int explain(List<String> args) {
        if (args.contains("--help") || args.contains("-h")) {
            System.out.print(USAGE);
            return 0;
        }
        System.err.print("asyfleet ring: expected manager or runner, got '" + String.join(" ", args) + "'\n" + USAGE);
        return SettingsCommand.WRONG_SETTINGS;
    }

    private static int manage(SettingValues values) throws InterruptedException {
        ManagerSettings settings = ManagerSettings.read(values);
        ManagerConsole console =
                ManagerConsole.onStandardError(settings.policy().progress(), System.getenv());
        if (settings.gateway().isPresent()) {
            Gateway gateway = Gateway.start(settings.gateway().get(), settings.ring(), console);
            console.say("gateway of the fleet; group %s, runners connect to %s port %d, queue servers to %s port %d"
                    .formatted(
                            settings.ring().group(),
                            settings.ring().server().bind(),
                            gateway.port(),
                            settings.gateway().get().bind(),
                            gateway.tasksPort()));
            return serve(gateway);
        }
        Manager manager = Manager.start(settings, console);
        Runtime.getRuntime().addShutdownHook(new Thread(manager::stop, "stop"));
        return manager.await() == 0 ? 0 : JOBS_FAILED;
    }

    /** A gateway runs until the process is told to end. */
    private static int serve(Gateway gateway) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(gateway), "stop"));
        new CountDownLatch(1).await();
        return 0;
    }

    private static void stop(Gateway gateway) {
        gateway.close();
        Spans.end();
    }

    private static int runJobs(SettingValues values) throws InterruptedException {
        RunnerSettings settings = RunnerSettings.read(values);
        Runner.End end = Runner.run(settings, runner -> Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> stop(runner, settings.drainLimit()), "stop")));
        return end == Runner.End.SENT_OUT ? SENT_OUT : 0;
    }

    private static void stop(Runner runner, Duration limit) {
        try {
            runner.stop(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
