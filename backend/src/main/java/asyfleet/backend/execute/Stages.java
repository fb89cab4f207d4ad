package asyfleet.backend.execute;

import asyfleet.backend.explain.OutputScan;
import asyfleet.backend.sandbox.Usage;
import asyfleet.protocol.task.verdict.Stage;
import java.util.Set;

/** The mapping from processes and output to the program of the tool chain that a task is at, or failed in. */
final class Stages {

    private static final Set<String> TEX = Set.of(
            "tex",
            "latex",
            "pdftex",
            "pdflatex",
            "etex",
            "xetex",
            "xelatex",
            "luatex",
            "lualatex",
            "context",
            "mktexpk");
    private static final Set<String> CONVERT = Set.of("dvisvgm", "gs", "convert", "convert-im6.q16", "magick", "dvips");

    private Stages() {}

    /** By what its processes do now. */
    static Stage of(Usage usage) {
        if (usage.processes().stream().anyMatch(process -> CONVERT.contains(process.name()))) {
            return Stage.CONVERT;
        }
        // Asymptote keeps TeX beside it to ask for the sizes of labels: it is TeX's turn only if Asymptote waits.
        boolean tex = usage.processes().stream().anyMatch(process -> TEX.contains(process.name()));
        boolean asymptoteWaits =
                usage.processes().stream().noneMatch(process -> process.name().equals("asy") && process.state() == 'R');
        return tex && asymptoteWaits ? Stage.TEX : Stage.ASYMPTOTE;
    }

    /** By what it said before it failed. */
    static Stage of(OutputScan scan) {
        if (scan.texComplained() && (scan.shipoutFailed() || scan.labelFailed())) {
            return Stage.TEX;
        }
        return scan.shipoutFailed() ? Stage.CONVERT : Stage.ASYMPTOTE;
    }
}
