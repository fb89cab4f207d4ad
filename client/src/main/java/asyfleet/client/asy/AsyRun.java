package asyfleet.client.asy;

import asyfleet.client.command.FileMistake;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskRenderer;
import asyfleet.client.files.WholeFile;
import asyfleet.client.source.FigureGatherer;
import asyfleet.client.source.GatheredFigure;
import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files of one command line, one after the other as {@code asy} does: their messages come in its order, and a later
 * file may read what an earlier one wrote. Owned by the thread of the command.
 */
final class AsyRun {

    private static final int FAILED = 1;
    private static final int MOST_PIPED = (1 << 20) + 1;
    private static final int MOST_MESSAGES = 1 << 20;

    /** The name of images of a source that has none. */
    private static final String NAMELESS = "out";

    private static final String PIPED = "-";

    private final TaskRenderer fleet;
    private final AsyArguments arguments;
    private final UserStreams streams;

    AsyRun(TaskRenderer fleet, AsyArguments arguments, UserStreams streams) {
        this.fleet = fleet;
        this.arguments = arguments;
        this.streams = streams;
    }

    /** Without a file the source comes by standard input. */
    int runAll() {
        List<String> files = arguments.files().isEmpty() ? List.of(PIPED) : arguments.files();
        int code = 0;
        for (String file : files) {
            code = Math.max(code, run(file));
        }
        return code;
    }

    private int run(String file) {
        try {
            GatheredFigure figure = gather(file);
            Format format =
                    arguments.format().orElseGet(() -> AsySource.usualFormat(figure, arguments.prelude(Format.EPS)));
            return run(file, figure, format);
        } catch (IOException e) {
            streams.err().println("error: " + FileMistake.of(e));
            return FAILED;
        } catch (AsyMistake e) {
            streams.err().println(file + ": error: " + e.getMessage());
            return FAILED;
        }
    }

    /** Modules are looked for in the working directory, and also where the file is. A name may lack its extension. */
    private GatheredFigure gather(String name) throws IOException {
        List<Path> here = List.of(Path.of(""));
        if (name.equals(PIPED)) {
            return FigureGatherer.gather(Path.of(PIPED), streams.in().readNBytes(MOST_PIPED), List.of(), here);
        }
        Path file = Path.of(name);
        Path full = Files.exists(file) ? file : Path.of(name + ".asy");
        if (!Files.exists(full)) {
            throw new IOException("could not load module '" + name + "'");
        }
        return FigureGatherer.gather(full, List.of(), here);
    }

    private int run(String file, GatheredFigure figure, Format format) throws IOException {
        String prelude = arguments.prelude(format);
        Messages messages = new Messages();
        TaskOutcome outcome = fleet.render(
                        AsySource.with(prelude, figure.sources()), arguments.options(format), messages)
                .toCompletableFuture()
                .join();
        String printed = messages.stderr.toString(StandardCharsets.UTF_8);
        streams.err().print(AsySource.messages(printed, figure, prelude.length()));
        streams.err().flush();
        return outcome.accept(new AsyEnd(file, !printed.isEmpty(), images -> write(file, figure, images), streams));
    }

    /** The program's words: those on standard output at once, the others when all of them are there. */
    private final class Messages implements TaskObserver {

        private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

        @Override
        public void lacking(Set<Absence> absent) {
            streams.err().println("asy: " + Absence.inWords(absent) + "; waiting until that changes");
        }

        @Override
        public void output(OutputStreamName stream, byte[] contents) {
            if (stream == OutputStreamName.STDERR) {
                stderr.write(contents, 0, Math.min(contents.length, MOST_MESSAGES - stderr.size()));
            } else if (!arguments.isQuiet()) {
                streams.out().write(contents, 0, contents.length);
                streams.out().flush();
            }
        }
    }

    private void write(String file, GatheredFigure figure, List<Image> images) throws IOException {
        Map<Format, Integer> numbers = new EnumMap<>(Format.class);
        for (Image image : images) {
            Optional<String> given = image.name().filter(AsyRun::isPlain);
            int number = given.isPresent() ? 0 : numbers.merge(image.format(), 1, Integer::sum);
            String stem = given.map(
                            name -> Path.of(prefix(file)).resolveSibling(name).toString())
                    .orElseGet(() -> prefix(file) + (number == 1 ? "" : "-" + number));
            String name = stem + "." + image.format().wire();
            WholeFile.write(Path.of(name), image.contents());
            if (arguments.wantsView()) {
                new ImageViewer(streams).show(image.format(), Path.of(name));
            }
            if (stem.equals(prefix(file)) && AsySource.isInline(figure)) {
                byte[] tex = AsySource.inlineFile(name).getBytes(StandardCharsets.UTF_8);
                WholeFile.write(Path.of(prefix(file) + ".tex"), tex);
            }
        }
    }

    /** Whether a name of {@code shipout} stays in the directory of the images, as {@code asy} has it, and is visible there. */
    private static boolean isPlain(String name) {
        return name.matches("[^/\\p{Cntrl}.][^/\\p{Cntrl}]*");
    }

    /** The path of the images without their extension: in the working directory, whatever the directory of the source. */
    private String prefix(String file) {
        String out = arguments.outname();
        String own =
                file.equals(PIPED) ? NAMELESS : stem(Path.of(file).getFileName().toString());
        if (out.isEmpty()) {
            return own;
        }
        if (out.endsWith("/")) {
            return Path.of(out).resolve(own).toString();
        }
        Path path = Path.of(out);
        return path.resolveSibling(stem(path.getFileName().toString())).toString();
    }

    private static String stem(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
