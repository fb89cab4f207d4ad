package asyfleet.backend.bench;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.OpenParts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The benchmarks of a backend, as subcommands. */
@Command(name = "bench", description = "Measures how this machine renders", mixinStandardHelpOptions = true)
public final class BenchCommand {

    private final PrintStream out;

    private BenchCommand(PrintStream out) {
        this.out = out;
    }

    /** Returns the exit code: 0 if all went well, 1 if something is not as it should be, 2 for wrong arguments. */
    public static int run(PrintStream out, String... arguments) {
        return new CommandLine(new BenchCommand(out))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("bench: " + failure.getMessage());
                    return 1;
                })
                .execute(arguments);
    }

    @Command(
            name = "render",
            description = "Times figures by hand, in a cold backend and in a warm one",
            mixinStandardHelpOptions = true)
    int render(
            @Option(names = "--rounds", defaultValue = "15", description = "How often each is timed (${DEFAULT-VALUE})")
                    int rounds,
            @Option(names = "--only", defaultValue = "", description = "Only figures whose names begin so") String only)
            throws Exception {
        List<Figure> figures = Figure.beginning(only);
        return withBoth((cold, warm) -> new RenderBench(cold, warm, rounds).run(figures, out));
    }

    @Command(
            name = "equality",
            description = "Compares what warm and cold backends make of a directory of figures",
            mixinStandardHelpOptions = true)
    int equality(
            @Option(names = "--examples", defaultValue = Examples.DEBIAN, description = "Where (${DEFAULT-VALUE})")
                    Path examples,
            @Option(names = "--only", defaultValue = "", description = "Only files whose names begin so") String only,
            @Option(names = "--limit", defaultValue = "30", description = "Seconds for each (${DEFAULT-VALUE})")
                    int seconds)
            throws Exception {
        Examples figures = Examples.in(examples, only);
        return withBoth((cold, warm) -> new EqualityBench(cold, warm, Duration.ofSeconds(seconds)).run(figures, out));
    }

    private interface Bench {
        int run(WarmStart cold, WarmStart warm) throws Exception;
    }

    private static int withBoth(Bench bench) throws Exception {
        try (OpenParts parts = new OpenParts()) {
            WarmStart cold = parts.opened(WarmStart.off(extras -> sandbox(extras, parts)));
            WarmStart warm = parts.opened(WarmStart.create(WarmStart.defaultCache(), extras -> sandbox(extras, parts)));
            return bench.run(cold, warm);
        }
    }

    private static Sandbox sandbox(SandboxExtras extras, OpenParts parts) throws IOException {
        StateDirectory state = parts.opened(StateDirectory.create(StateDirectory.defaultBase()));
        return BwrapSandbox.create(state, SandboxLimits.DEFAULT, extras);
    }
}
