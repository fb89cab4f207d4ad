package asyfleet.client.render.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The end of one figure, as it is told.
 *
 * @param problem empty if it was rendered
 * @param written the files with its images; a figure that failed may have some
 * @param took from sending it to the last byte
 * @param program what the program printed
 */
public record FigureEnd(
        String figure,
        int exitCode,
        Optional<Problem> problem,
        List<Path> written,
        Duration took,
        ProgramOutput program) {

    /** The output of a program; what was shown at once is not in it. */
    public record ProgramOutput(byte[] stdout, byte[] stderr) {

        public static final ProgramOutput NOTHING = new ProgramOutput(new byte[0], new byte[0]);
    }

    public boolean rendered() {
        return problem.isEmpty();
    }
}
