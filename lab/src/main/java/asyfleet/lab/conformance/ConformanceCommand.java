package asyfleet.lab.conformance;

import asyfleet.client.connect.ServerAddress;
import asyfleet.config.HelpOption;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code asyfleet conformance}: runs the suite against a server. */
@Command(
        name = "conformance",
        description = {
            "Checks a server of the task protocol from outside: a queue server at /asy, or with --direct a backend at /.",
            "The server must be idle: some checks fill it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the server passed every check", "1:it failed some", "2:the command line is wrong"},
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet conformance ws://127.0.0.1:8080/asy")
public final class ConformanceCommand implements Callable<Integer> {

    private static final int ALL_PASSED = 0;
    private static final int SOME_FAILED = 1;

    @Mixin
    private HelpOption help;

    @Parameters(paramLabel = "URL", description = "The server, such as ws://127.0.0.1:8080.")
    private String server;

    @Option(names = "--direct", description = "The server is a backend that serves clients itself.")
    private boolean direct;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long it may say nothing where something is due (${DEFAULT-VALUE}).")
    private int patience;

    @Option(names = "--only", paramLabel = "TEXT", defaultValue = "", description = "Only checks that have it in them.")
    private String only;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;

    public ConformanceCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Dialect dialect = direct ? Dialect.BACKEND : Dialect.QUEUE_SERVER;
        List<ConformanceCheck> checks = Suite.checks(dialect).stream()
                .filter(check -> check.sentence().contains(only))
                .toList();
        ServerUnderTest peer = new ServerUnderTest(
                address(dialect), dialect, Duration.ofSeconds(patience), HttpClient.newHttpClient());
        return new Suite(checks, out).run(peer) == 0 ? ALL_PASSED : SOME_FAILED;
    }

    private URI address(Dialect dialect) {
        try {
            return ServerAddress.parse(server, dialect.path());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
