package asyfleet.backend.warm;

import static asyfleet.backend.warm.ServerSpec.waitingFor;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The programs that a task runs, with those arguments that are the same for every task. Written down from what
 * Asymptote 2.85 and 3.02 do; if another version starts them differently, they are started anew each time, as if they
 * were not listed.
 *
 * <p>Left out are programs whose arguments hold the size of the figure (Ghostscript and dvips for PDF and EPS), and Ghostscript
 * where it makes a temporary file before it looks at its input.
 */
final class TaskPrograms {

    /** Tells Asymptote how large labels are. Looks for no file of the task; its log is the first that it writes. */
    private static final ServerSpec LABEL_SIZES = waitingFor("texput.log", "latex", "\\scrollmode");

    private static final ServerSpec LATEX = waitingFor("out_.tex", "latex", "\\nonstopmode\\input", "out_.tex");
    private static final ServerSpec PDFLATEX = waitingFor("out_.tex", "pdflatex", "\\nonstopmode\\input", "out_.tex");
    private static final ServerSpec DVISVGM =
            waitingFor("out_.dvi", "dvisvgm", "-n", "-v3", "--optimize", "-oout.svg", "out_.dvi");

    /** The figure that a page shows, if it is flat. */
    private static final ServerSpec DVISVGM_OF_PAGE =
            waitingFor("out_.dvi", "dvisvgm", "-n", "-v3", "--optimize", "-oout_.svg", "out_.dvi");

    /** The first file that Ghostscript looks for, and only cells have it. TaskTools says the same. */
    private static final String PNG_PROGRAM = "/asyfleet/tools/png.ps";

    /** The outlines of labels, which three-dimensional figures ask for. */
    private static final List<ServerSpec> OUTLINES = List.of(
            waitingFor("out_.tex", "latex", "-output-format=dvi", "\\nonstopmode\\input", "out_.tex"),
            waitingFor("out_.dvi", "dvips", "-R", "-Pdownload35", "-D600", "-q", "-oout_.ps", "out_.dvi"));

    private static final Pattern ASKS_FOR_OUTLINES = Pattern.compile("\\b(three|graph3|solids|texpath|labelpath)");

    private TaskPrograms() {}

    /** All that a task will use, as far as we can tell. */
    static List<ServerSpec> wanted(ExecutionRequest request) {
        List<ServerSpec> wanted = usual(request);
        if (mayAskForOutlines(request)) {
            wanted.addAll(OUTLINES);
        }
        return wanted;
    }

    /** The programs that almost every such task uses. */
    static List<ServerSpec> usual(ExecutionRequest request) {
        List<ServerSpec> usual = new ArrayList<>();
        for (Format format : request.options().formats()) {
            usual.addAll(converters(format, request.options().picture()));
            asymptote(request, format).ifPresent(usual::add);
        }
        return usual;
    }

    /** A guess: who is wrongly taken for one that does has programs waiting in vain, and the other way round starts them. */
    private static boolean mayAskForOutlines(ExecutionRequest request) {
        return request.files().values().stream()
                .map(contents -> new String(contents, StandardCharsets.ISO_8859_1))
                .anyMatch(ASKS_FOR_OUTLINES.asPredicate());
    }

    /** As the script that stands before Ghostscript passes on what Asymptote says. */
    private static ServerSpec png(PictureOptions options) {
        List<String> arguments = new ArrayList<>(List.of(
                "gs",
                "-q",
                "-dNOPAUSE",
                "-dBATCH",
                "-P",
                "-sDEVICE=png16m",
                "-dSAFER",
                "-r72x72",
                "-dPngResolution=" + options.resolution()));
        if (options.hasNoGround()) {
            arguments.add("-dPngTransparent");
        }
        arguments.addAll(List.of(
                "-sOutputFile=out.png",
                "-sDEVICE=" + (options.hasNoGround() ? "pngalpha" : "png16m"),
                "-r" + options.resolution(),
                "-dTextAlphaBits=4",
                "-dGraphicsAlphaBits=4",
                "--permit-file-read=out_.pdf",
                "-sPngPage=out_.pdf",
                PNG_PROGRAM));
        return new ServerSpec(arguments, PNG_PROGRAM);
    }

    /** The programs that Asymptote itself runs on the way to a picture. */
    private static List<ServerSpec> converters(Format format, PictureOptions options) {
        return switch (format) {
            case SVG -> List.of(LABEL_SIZES, LATEX, DVISVGM);
            case PDF, EPS -> List.of(LABEL_SIZES, LATEX);
            case PNG -> List.of(LABEL_SIZES, PDFLATEX, png(options));
            case HTML -> List.of(LABEL_SIZES, LATEX, DVISVGM_OF_PAGE);
        };
    }

    static List<ServerSpec> outlines() {
        return OUTLINES;
    }

    /**
     * Asymptote. Empty for a shell, which has its own arguments, and for a task that wants to be told what is loaded,
     * which happens before the gate.
     */
    static Optional<ServerSpec> asymptote(ExecutionRequest request, Format format) {
        if (request.options().interactive() || request.options().verbosity() > 0) {
            return Optional.empty();
        }
        return request.main().map(file -> new ServerSpec(AsyCommand.asymptote(request, format), file));
    }

    /** That of the first format. */
    static Optional<ServerSpec> asymptote(ExecutionRequest request) {
        return asymptote(request, request.options().format());
    }
}
