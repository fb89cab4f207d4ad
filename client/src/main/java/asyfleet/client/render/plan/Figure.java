package asyfleet.client.render.plan;

import asyfleet.client.source.FigureGatherer;
import asyfleet.client.source.GatheredFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A figure to render, and where its images go. Two figures are the same if they are the same object.
 */
public final class Figure {

    static final Path STANDARD_INPUT = Path.of("-");
    private static final Path SHOWN_INPUT = Path.of("<stdin>");

    private final Path file;
    private final byte[] piped;
    private final ImageTarget target;

    /** @param piped the source, if it came by standard input; else null */
    Figure(Path file, byte[] piped, ImageTarget target) {
        this.file = file;
        this.piped = piped;
        this.target = target;
    }

    /** The figure as people call it. */
    public String shown() {
        return shownFile().toString();
    }

    private Path shownFile() {
        return piped == null ? file : SHOWN_INPUT;
    }

    public ImageTarget target() {
        return target;
    }

    /** Where it is, so that a return of its file can be noticed. */
    public Path directory() {
        return file.toAbsolutePath().getParent();
    }

    /** @param given files that go along in any case */
    public GatheredFigure gather(List<Path> given) throws IOException {
        List<Path> here = List.of(Path.of(""));
        return piped == null
                ? FigureGatherer.gather(file, given, here)
                : FigureGatherer.gather(SHOWN_INPUT, piped, given, here);
    }
}
