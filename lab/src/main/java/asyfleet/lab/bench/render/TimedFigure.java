package asyfleet.lab.bench.render;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A figure whose drawing is timed. */
record TimedFigure(String name, Format format, String source) {

    static final String MAIN = "main.asy";
    private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

    private static final String PLAIN = "size(5cm); draw(unitsquare); fill(circle((0.5,0.5), 0.3), red);";
    private static final String LABELLED = "size(5cm); draw(unitsquare); label(\"$A$\", (0,0), SW);"
            + "label(\"$B$\", (1,0), SE); label(\"$\\int_0^1 f$\", (1,1), NE); label(\"$D$\", (0,1), NW);";
    private static final String SOLID = "import three; size(5cm); currentprojection = perspective(5,4,2);"
            + "draw(unitcube, red); draw(O--2X, Arrow3); label(\"$x$\", 2X);";

    /** The one that the targets are about comes first. */
    private static final List<TimedFigure> ALL = List.of(
            new TimedFigure("labels, SVG", Format.SVG, LABELLED),
            new TimedFigure("no labels, SVG", Format.SVG, PLAIN),
            new TimedFigure("labels, PDF", Format.PDF, LABELLED),
            new TimedFigure("labels, PNG", Format.PNG, LABELLED),
            new TimedFigure("labels, HTML", Format.HTML, LABELLED),
            new TimedFigure("three dimensions, SVG", Format.SVG, SOLID),
            new TimedFigure("three dimensions, PNG", Format.PNG, SOLID),
            new TimedFigure("three dimensions, HTML", Format.HTML, SOLID));

    /** @throws StartFailure if there is none */
    static List<TimedFigure> beginning(String prefix) {
        List<TimedFigure> figures =
                ALL.stream().filter(figure -> figure.name().startsWith(prefix)).toList();
        if (figures.isEmpty()) {
            throw new StartFailure("no figure '" + prefix + "', expected the beginning of one of "
                    + ALL.stream().map(TimedFigure::name).toList());
        }
        return figures;
    }

    /** The same figure in another format. */
    TimedFigure in(Format other) {
        return new TimedFigure(name, other, source);
    }

    byte[] bytes() {
        return source.getBytes(StandardCharsets.UTF_8);
    }

    TaskOptions options() {
        return new TaskOptions(false, null, format, StderrMode.STDOUT, 0);
    }

    ExecutionRequest request() {
        return new ExecutionRequest(Map.of(MAIN, bytes()), Optional.of(MAIN), options(), Optional.of(TIME_LIMIT));
    }
}
