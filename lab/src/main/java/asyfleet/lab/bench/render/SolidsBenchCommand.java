package asyfleet.lab.bench.render;

import asyfleet.protocol.task.Format;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench solids}: figures in three dimensions, with an X server in the cell, by hand, and as vectors. */
@Command(
        name = "solids",
        description = "Draws figures in three dimensions in each way that there is, to compare times and pictures",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench solids --formats PNG --rounds 3 --output pictures")
public final class SolidsBenchCommand implements Callable<Integer> {

    /** Of Asymptote's own examples: surfaces, tubes, solids, axes, labels, light and glass. None needs another file. */
    private static final String FIGURES =
            "BezierSaddle,BezierTriangle,GaussianSurface,RiemannSurface,cyclohexane,cylinder,"
                    + "cylinderskeleton,equilchord,exp3,extrudedcontour,fin,generalaxis3,helix,hyperboloid,label3ribbon,logo3,"
                    + "parametricsurface,pathintersectsurface,pipes,planes";

    @Option(names = "--examples", defaultValue = Examples.DEBIAN, description = "Where (${DEFAULT-VALUE})")
    private Path examples;

    @Option(names = "--figures", split = ",", defaultValue = FIGURES, description = "Which (${DEFAULT-VALUE})")
    private List<String> figures;

    @Option(names = "--formats", split = ",", defaultValue = "SVG,PDF,PNG,HTML", description = "(${DEFAULT-VALUE})")
    private List<Format> formats;

    @Option(names = "--rounds", defaultValue = "3", description = "How often each is drawn (${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--output", defaultValue = "solids", description = "Directory of the pictures (${DEFAULT-VALUE})")
    private Path output;

    private final PrintStream out;

    public SolidsBenchCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        Examples all = Examples.in(examples, "");
        Files.createDirectories(output);
        return ColdAndWarm.run((cold, warm) -> {
            SolidsBench bench = new SolidsBench(rounds, output, out);
            return bench.run(warm, figures.stream().map(all::figure).toList(), formats);
        });
    }
}
