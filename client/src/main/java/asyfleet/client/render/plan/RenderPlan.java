package asyfleet.client.render.plan;

import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run with their targets. A plan in which an image would replace another one, or a source, does not come
 * into being.
 */
public final class RenderPlan {

    private static final String STANDARD = "-";

    /** One byte more than a file may have: then the server says how many it takes. */
    private static final int MOST_PIPED = (1 << 20) + 1;

    private final List<Figure> figures;
    private final Map<Path, Figure> claims = new HashMap<>();

    private RenderPlan(List<Figure> figures) {
        this.figures = figures;
    }

    public List<Figure> figures() {
        return figures;
    }

    /** Whether the images go where programs usually write. */
    public boolean usesStandardOutput() {
        return figures.get(0).target().isStandardOutput();
    }

    /** The format that the name of an output file says. */
    public static Optional<Format> formatOf(String output) {
        int dot = output.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Format.ofWire(output.substring(dot + 1));
    }

    /**
     * Makes the plan, and the directory that it needs.
     *
     * @param output as the user said it; empty for beside the sources
     * @throws PlanMistake if the arguments do not fit together
     */
    public static RenderPlan of(List<String> arguments, String output, List<Format> formats, InputStream piped)
            throws IOException {
        List<FoundSource> sources = FigureSearch.find(arguments);
        OutputChoice choice = OutputChoice.of(output, sources, formats);
        byte[] input = arguments.contains(STANDARD) ? piped.readNBytes(MOST_PIPED) : null;
        RenderPlan plan = new RenderPlan(sources.stream()
                .map(source ->
                        new Figure(source.file(), source.isStandardInput() ? input : null, choice.target(source)))
                .toList());
        plan.claim(sources, formats);
        choice.makeDirectory();
        return plan;
    }

    private void claim(List<FoundSource> sources, List<Format> formats) {
        Map<Path, Path> inputs = new HashMap<>();
        sources.forEach(source -> inputs.put(CanonicalPath.of(source.file()), source.file()));
        for (Figure figure : figures) {
            for (Format format : formats) {
                if (!figure.target().isStandardOutput()) {
                    claim(figure, figure.target().path(format, 1), inputs);
                }
            }
        }
    }

    private void claim(Figure figure, Path image, Map<Path, Path> inputs) {
        Path canonical = CanonicalPath.of(image);
        Figure other = claims.put(canonical, figure);
        if (other != null) {
            throw new PlanMistake(other.shown() + " and " + figure.shown() + " would both become " + image
                    + "; expected a file for each");
        }
        if (inputs.containsKey(canonical)) {
            throw new PlanMistake("the image of " + figure.shown() + " would replace the source " + image);
        }
        if (Files.isDirectory(image)) {
            throw new PlanMistake("the image of " + figure.shown() + " would be " + image + ", which is a directory");
        }
    }

    /** Whether an image beyond the first of its format may be there. @return the figure whose place it is, if not */
    Optional<Figure> ownerOf(Path image, Figure writer) {
        Figure owner = claims.putIfAbsent(CanonicalPath.of(image), writer);
        return Optional.ofNullable(owner).filter(other -> other != writer);
    }
}
