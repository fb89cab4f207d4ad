package asyfleet.client.render.plan;

import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The figures of a run with their targets. A plan in which an image would replace another one, or a source, does not come
 * into being. Owned by the thread of the command.
 */
public final class RenderPlan {

    private static final String STANDARD = "-";

    /** One byte more than a file may have: then the server says how many it takes. */
    private static final int MOST_PIPED = (1 << 20) + 1;

    private final List<String> arguments;
    private final List<Format> formats;
    private final OutputChoice choice;
    private final List<Figure> figures = new ArrayList<>();
    private final Map<Path, Figure> claims = new HashMap<>();

    /** The sources that were found, by their canonical paths. */
    private final Map<Path, Path> known = new HashMap<>();

    private RenderPlan(List<String> arguments, List<Format> formats, OutputChoice choice) {
        this.arguments = arguments;
        this.formats = formats;
        this.choice = choice;
    }

    public List<Figure> figures() {
        return List.copyOf(figures);
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
        RenderPlan plan = new RenderPlan(arguments, formats, choice);
        sources.forEach(source -> plan.known.put(CanonicalPath.of(source.file()), source.file()));
        sources.forEach(source -> plan.add(source, source.isStandardInput() ? input : null));
        choice.makeDirectory();
        return plan;
    }

    /**
     * Looks again at what the arguments mean.
     *
     * @param refused told why a figure that is there now cannot be rendered; once for each
     * @return the figures that have come
     */
    public List<Figure> additions(Consumer<String> refused) {
        List<Figure> added = new ArrayList<>();
        for (FoundSource source : findAgain()) {
            if (known.putIfAbsent(CanonicalPath.of(source.file()), source.file()) == null) {
                try {
                    added.add(add(source, null));
                } catch (PlanMistake e) {
                    refused.accept(e.getMessage());
                }
            }
        }
        return added;
    }

    /** A directory without figures is a mistake at the start, and none later. */
    private List<FoundSource> findAgain() {
        try {
            return FigureSearch.find(arguments);
        } catch (PlanMistake nothing) {
            return List.of();
        }
    }

    /** The directories in which a new figure may appear. */
    public List<Path> directories() {
        return arguments.stream()
                .flatMap(argument -> FigureSearch.directories(argument).stream())
                .toList();
    }

    private Figure add(FoundSource source, byte[] input) {
        Figure figure = new Figure(source.file(), input, choice.target(source));
        if (!figure.target().isStandardOutput()) {
            formats.forEach(format -> claim(figure, figure.target().path(format, 1)));
        }
        figures.add(figure);
        return figure;
    }

    private void claim(Figure figure, Path image) {
        Path canonical = CanonicalPath.ofWritten(image);
        Figure other = claims.putIfAbsent(canonical, figure);
        if (other != null) {
            throw new PlanMistake(other.shown() + " and " + figure.shown() + " would both become " + image
                    + "; expected a file for each");
        }
        if (known.containsKey(canonical)) {
            throw new PlanMistake("the image of " + figure.shown() + " would replace the source " + image);
        }
        if (Files.isDirectory(image)) {
            throw new PlanMistake("the image of " + figure.shown() + " would be " + image + ", which is a directory");
        }
    }

    /** Whether an image beyond the first of its format may be there. @return the figure whose place it is, if not */
    Optional<Figure> ownerOf(Path image, Figure writer) {
        Figure owner = claims.putIfAbsent(CanonicalPath.ofWritten(image), writer);
        return Optional.ofNullable(owner).filter(other -> other != writer);
    }
}
