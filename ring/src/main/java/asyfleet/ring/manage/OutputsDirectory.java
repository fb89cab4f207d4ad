package asyfleet.ring.manage;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import asyfleet.config.StartFailure;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.ring.parcel.OutcomeLine;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.RingJob;
import asyfleet.ring.session.RunnerId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The directory that keeps results: {@code NAME.res} begins with a line that sums up, then comes what the program
 * wrote; its image is {@code NAME.svg} beside it, and if there are several, the others are {@code NAME~1.svg} and so
 * on. Each file appears whole or not at all, {@code NAME.res} last, so what a killed manager left is never taken for
 * finished.
 *
 * <p>Names are those that we found below the runs directory, never what a runner says. Safe for several threads: each
 * writes files of its own job, and temporary names are counted (atomically).
 */
final class OutputsDirectory implements AutoCloseable {

    private static final String PRIVATE = ".ring";
    private static final String PART = "part-";
    private static final String SUCCESS = "success: ";
    private static final String FAILURE = "failure: ";

    /** The beginning of what the original runner sends, and its manager stores. */
    private static final String ORIGINAL = "runexp summary: ";

    private static final String ORIGINAL_SUCCESS = ORIGINAL + "success";

    private final Path root;
    private final FileChannel lock;
    private final AtomicLong temporaries = new AtomicLong();

    private OutputsDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Takes the directory, making it if need be.
     *
     * @throws StartFailure if it cannot be written, or another manager has it
     */
    static OutputsDirectory open(Path root) {
        try {
            Files.createDirectories(root.resolve(PRIVATE));
            FileChannel lock = FileChannel.open(root.resolve(PRIVATE).resolve("lock"), CREATE, WRITE);
            if (!isOurs(lock)) {
                lock.close();
                throw new StartFailure("another manager writes to " + root + "; choose another with --outputs");
            }
            OutputsDirectory outputs = new OutputsDirectory(root, lock);
            outputs.deleteParts();
            return outputs;
        } catch (IOException e) {
            throw new StartFailure("cannot write to " + root + ": " + e, e);
        }
    }

    private static boolean isOurs(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    /** Deletes the unfinished files of a manager that was killed. */
    private void deleteParts() throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(root.resolve(PRIVATE), PART + "*")) {
            for (Path part : parts) {
                Files.delete(part);
            }
        }
    }

    /** Whether the job has ended well before. */
    boolean isFinished(RingJob job) {
        Path file = file(job, ".res");
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(ORIGINAL_SUCCESS.length()), StandardCharsets.UTF_8);
            boolean summed = head.startsWith(FAILURE) || head.startsWith(ORIGINAL);
            return head.startsWith(SUCCESS) || head.equals(ORIGINAL_SUCCESS) || !summed && saysSuccess(file);
        } catch (IOException | UncheckedIOException none) {
            return false;
        }
    }

    /** Of an output that has no summary: our runner sends none to the original manager, which then looks for this, too. */
    private static boolean saysSuccess(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return OutcomeLine.last(lines).filter(line -> !line.isFailure()).isPresent();
        }
    }

    void write(RingJob job, RunnerId runner, JobReport report) throws IOException {
        Files.createDirectories(file(job, ".res").getParent());
        List<Result> images = report.result().map(TaskResult::images).orElse(List.of());
        for (int i = 0; i < images.size(); i++) {
            String number = i < images.size() - 1 ? RunsDirectory.IMAGE_MARK + Integer.toString(i + 1) : "";
            Result image = images.get(i);
            replace(file(job, number + "." + image.format().wire()), image.contents());
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(summary(job, runner, report).getBytes(StandardCharsets.UTF_8));
        text.writeBytes(report.text());
        replace(file(job, ".res"), text.toByteArray());
    }

    private static String summary(RingJob job, RunnerId runner, JobReport report) {
        return (report.success() ? SUCCESS : FAILURE) + job.name() + " on " + runner.name() + ", "
                + report.explanation() + "\n";
    }

    private Path file(RingJob job, String suffix) {
        return root.resolve(job.name() + suffix);
    }

    private void replace(Path file, byte[] contents) throws IOException {
        Path temporary = root.resolve(PRIVATE).resolve(PART + temporaries.incrementAndGet());
        try {
            write(temporary, contents);
            Files.move(temporary, file, ATOMIC_MOVE, REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary); // what did not fit must not take the room of smaller results
        }
    }

    private static void write(Path file, byte[] contents) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(false);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new IllegalStateException("closing the lock failed", e);
        }
    }
}
