package asyfleet.client.render.plan;

import asyfleet.client.connect.Image;
import asyfleet.client.files.WholeFile;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The writer of images to the places of the plan, each whole or not at all. Owned by the thread of the command. */
public final class ImageFiles {

    private final RenderPlan plan;
    private final OutputStream standardOutput;

    public ImageFiles(RenderPlan plan, OutputStream standardOutput) {
        this.plan = plan;
        this.standardOutput = standardOutput;
    }

    /** The second and later images of a format get their number. Returns where they are; standard output is no place. */
    public List<Path> write(Figure figure, List<Image> images) throws IOException {
        if (figure.target().isStandardOutput()) {
            pipe(images);
            return List.of();
        }
        List<Path> written = new ArrayList<>();
        Map<Format, Integer> numbers = new EnumMap<>(Format.class);
        for (Image image : images) {
            int number = numbers.merge(image.format(), 1, Integer::sum);
            Path path = figure.target().path(image.format(), number);
            Optional<Figure> owner = plan.ownerOf(path, figure);
            if (owner.isPresent()) {
                throw new IOException(path + " is the image of " + owner.get().shown());
            }
            WholeFile.write(path, image.contents());
            written.add(path);
        }
        return written;
    }

    private void pipe(List<Image> images) throws IOException {
        if (images.size() > 1) {
            throw new IOException(images.size() + " images; standard output takes one (use -o DIR/)");
        }
        for (Image image : images) {
            standardOutput.write(image.contents());
        }
        standardOutput.flush();
    }
}
