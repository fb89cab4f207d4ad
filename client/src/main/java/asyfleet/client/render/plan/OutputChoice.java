package asyfleet.client.render.plan;

import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The meaning of {@code -o}: beside the sources, standard output, one file, or a directory. */
record OutputChoice(Kind kind, Path path) {

    enum Kind {
        BESIDE,
        STANDARD_OUTPUT,
        FILE,
        DIRECTORY
    }

    static OutputChoice of(String output, List<FoundSource> sources, List<Format> formats) {
        boolean piped = sources.stream().anyMatch(FoundSource::isStandardInput);
        if (output.equals("-") || output.isEmpty() && piped && sources.size() == 1) {
            one("standard output", sources, formats);
            return new OutputChoice(Kind.STANDARD_OUTPUT, null);
        }
        if (output.isEmpty()) {
            return new OutputChoice(Kind.BESIDE, Path.of(""));
        }
        Path path = Path.of(output);
        Optional<Format> named = RenderPlan.formatOf(output);
        boolean several = sources.size() * formats.size() > 1;
        if (output.endsWith("/") || Files.isDirectory(path) || several && named.isEmpty()) {
            return directory(path);
        }
        one("--output " + output, sources, formats);
        return file(path, named, formats.get(0));
    }

    private static void one(String output, List<FoundSource> sources, List<Format> formats) {
        if (sources.size() * formats.size() > 1) {
            String images = sources.size() > 1 ? sources.size() + " figures" : formats.size() + " formats";
            throw new PlanMistake(output + " is for " + images + "; expected a directory, such as -o images/");
        }
    }

    private static OutputChoice directory(Path path) {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new PlanMistake("--output " + path + " is a file; expected a directory");
        }
        return new OutputChoice(Kind.DIRECTORY, path);
    }

    private static OutputChoice file(Path path, Optional<Format> named, Format format) {
        if (path.toString().endsWith(".asy")) {
            throw new PlanMistake("--output " + path + " is a source; expected a name for an image");
        }
        if (named.isPresent() && named.get() != format) {
            throw new PlanMistake("--output " + path + " is for " + named.get().wire()
                    + "; expected a name that ends in ." + format.wire());
        }
        Path parent = path.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new PlanMistake("--output " + path + ": there is no directory " + parent);
        }
        return new OutputChoice(Kind.FILE, path);
    }

    ImageTarget target(FoundSource source) {
        return switch (kind) {
            case BESIDE -> ImageTarget.named(source.directory(), source.stem());
            case STANDARD_OUTPUT -> ImageTarget.STANDARD_OUTPUT;
            case FILE -> ImageTarget.file(path);
            case DIRECTORY -> ImageTarget.named(path.resolve(source.relativeDirectory()), source.stem());
        };
    }

    void makeDirectory() throws IOException {
        if (kind == Kind.DIRECTORY && !Files.isDirectory(path)) {
            Files.createDirectories(path);
        }
    }
}
