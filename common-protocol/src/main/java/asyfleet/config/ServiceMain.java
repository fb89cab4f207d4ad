package asyfleet.config;

import asyfleet.trace.Spans;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frame of every service's {@code main}: reads the settings, starts the service, and closes it when the process is
 * asked to end.
 *
 * <p>Exit codes: 0 after {@code --help}; 1 when the service cannot start or must not go on; 2 when the settings are wrong;
 * 143 or 130 after SIGTERM or SIGINT, which is what the JVM itself makes of them once the shutdown hook has drained the
 * service.
 *
 * <p>The only place that registers a shutdown hook for a service: a hook inside a service would also run in tests and in
 * the process that hosts several services, after what the service needs is already gone.
 */
public final class ServiceMain {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceMain.class);

    static final int CANNOT_START = 1;
    static final int WRONG_SETTINGS = 2;

    private final PrintStream out;
    private final PrintStream err;
    private final Consumer<Thread> shutdownHooks;

    ServiceMain(PrintStream out, PrintStream err, Consumer<Thread> shutdownHooks) {
        this.out = out;
        this.err = err;
        this.shutdownHooks = shutdownHooks;
    }

    /** Runs the service until the process is told to end. Does not return while the service runs. */
    public static void run(Service<?> service, String[] args) throws InterruptedException {
        run(service, Map.of(), args);
    }

    /** @param commands by name, for a first argument that names one: carried out in place of the service */
    public static void run(Service<?> service, Map<String, ToIntFunction<List<String>>> commands, String[] args)
            throws InterruptedException {
        ToIntFunction<List<String>> command = args.length == 0 ? null : commands.get(args[0]);
        if (command != null) {
            System.exit(command.applyAsInt(List.of(args).subList(1, args.length)));
        }
        ServiceMain main = new ServiceMain(System.out, System.err, Runtime.getRuntime()::addShutdownHook);
        main.launch(service, List.of(args), System.getenv()).ifPresent(System::exit);
        new CountDownLatch(1).await();
    }

    /** Ends the process because its service found out that it must not go on: leaves in good order, and does not return. */
    public static void endAfterFault() {
        System.exit(CANNOT_START);
    }

    /** Starts the service, and returns an exit code if there is nothing left to wait for. */
    OptionalInt launch(Service<?> service, List<String> args, Map<String, String> environment) {
        if (service.spec().asksForHelp(args)) {
            out.print(service.spec().help());
            return OptionalInt.of(0);
        }
        try {
            SettingValues values = service.spec().read(args, environment);
            service.spec().useCommon(values);
            RunningService running = service.start(values);
            SystemdNotice systemd = new SystemdNotice(environment);
            shutdownHooks.accept(new Thread(() -> stop(service.name(), running, systemd), "shutdown"));
            systemd.ready();
            LOG.info("ready service={} address={}", service.name(), running.address());
            return OptionalInt.empty();
        } catch (SettingsException e) {
            err.println(explain(service.name(), e.mistakes()));
            return OptionalInt.of(WRONG_SETTINGS);
        } catch (StartFailure e) {
            err.println("asyfleet " + service.name() + ": " + e.getMessage());
            return OptionalInt.of(CANNOT_START);
        } catch (RuntimeException e) {
            LOG.error("start failed by a bug service={}", service.name(), e);
            return OptionalInt.of(CANNOT_START);
        }
    }

    private static void stop(String name, RunningService running, SystemdNotice systemd) {
        LOG.info("stopping service={}", name);
        systemd.stopping();
        try {
            running.close();
            Spans.end();
            LOG.info("stopped service={}", name);
        } catch (RuntimeException e) {
            LOG.error("stopping failed service={}", name, e);
        }
    }

    private static String explain(String name, List<String> mistakes) {
        String hint = " ('asyfleet " + name + " --help' lists the settings)";
        if (mistakes.size() == 1) {
            return "asyfleet " + name + ": " + mistakes.get(0) + hint;
        }
        return "asyfleet " + name + ": " + mistakes.size() + " mistakes in the settings" + hint + "\n  "
                + String.join("\n  ", mistakes);
    }
}
