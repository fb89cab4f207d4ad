package asyfleet.lab.bench.render;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench equality}: whether a warm backend draws what a cold one does. */
@Command(
        name = "equality",
        description = "Compares what warm and cold backends make of a directory of figures",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench equality")
public final class EqualityBenchCommand implements Callable<Integer> {

    @Option(names = "--examples", defaultValue = Examples.DEBIAN, description = "Where (${DEFAULT-VALUE})")
    private Path examples;

    @Option(names = "--only", defaultValue = "", description = "Only files whose names begin so")
    private String only;

    @Option(names = "--limit", defaultValue = "30", description = "Seconds for each (${DEFAULT-VALUE})")
    private int seconds;

    private final PrintStream out;

    public EqualityBenchCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        Examples figures = Examples.in(examples, only);
        return ColdAndWarm.run(
                (cold, warm) -> new EqualityBench(cold, warm, Duration.ofSeconds(seconds)).run(figures, out));
    }
}
