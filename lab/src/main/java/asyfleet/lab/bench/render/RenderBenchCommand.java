package asyfleet.lab.bench.render;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench render}: how long figures take by hand, in a cold backend and in a warm one. */
@Command(
        name = "render",
        description = "Times figures by hand, in a cold backend and in a warm one",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench render")
public final class RenderBenchCommand implements Callable<Integer> {

    @Option(names = "--rounds", defaultValue = "15", description = "How often each is timed (${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--only", defaultValue = "", description = "Only figures whose names begin so")
    private String only;

    private final PrintStream out;

    public RenderBenchCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        List<TimedFigure> figures = TimedFigure.beginning(only);
        return ColdAndWarm.run((cold, warm) -> new RenderBench(cold, warm, rounds).run(figures, out));
    }
}
