package asyfleet.config;

import asyfleet.trace.Spans;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frame of every service's {@code main}: reads the settings, starts the service, and closes it when the process is
 * asked to end.
 *
 * <p>Exit codes are those of {@link SettingsCommand}; 1 also when the service must not go on; 143 or 130 after SIGTERM or
 * SIGINT, which is what the JVM itself makes of them once the shutdown hook has drained the service.
 *
 * <p>The only place that registers a shutdown hook for a service: a hook inside a service would also run in tests and in
 * the process that hosts several services, after what the service needs is already gone.
 */
public final class ServiceMain {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceMain.class);

    /** In place of an exit code. */
    private static final int RUNNING = -1;

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
        run(service, List.of(), args);
    }

    /** @param commands for a first argument that names one: carried out in place of the service */
    public static void run(Service<?> service, List<SettingsCommand.Named> commands, String[] args)
            throws InterruptedException {
        SettingsCommand.runNamed(service.name(), commands, List.of(args), System.getenv())
                .ifPresent(System::exit);
        ServiceMain main = new ServiceMain(System.out, System.err, Runtime.getRuntime()::addShutdownHook);
        main.launch(service, List.of(args), System.getenv()).ifPresent(System::exit);
        new CountDownLatch(1).await();
    }

    /** Ends the process because its service found out that it must not go on: leaves in good order, and does not return. */
    public static void endAfterFault() {
        System.exit(SettingsCommand.CANNOT_START);
    }

    /** Starts the service, and returns an exit code if there is nothing left to wait for. */
    OptionalInt launch(Service<?> service, List<String> args, Map<String, String> environment)
            throws InterruptedException {
        int code = SettingsCommand.run(
                service.spec(), args, environment, out, err, values -> start(service, values, environment));
        return code == RUNNING ? OptionalInt.empty() : OptionalInt.of(code);
    }

    private int start(Service<?> service, SettingValues values, Map<String, String> environment) {
        service.spec().useCommon(values);
        try {
            RunningService running = service.start(values);
            SystemdNotice systemd = new SystemdNotice(environment);
            shutdownHooks.accept(new Thread(() -> stop(service.name(), running, systemd), "shutdown"));
            systemd.ready();
            LOG.info("ready service={} address={}", service.name(), running.address());
            return RUNNING;
        } catch (SettingsException | StartFailure e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("start failed by a bug service={}", service.name(), e);
            return SettingsCommand.CANNOT_START;
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
}
