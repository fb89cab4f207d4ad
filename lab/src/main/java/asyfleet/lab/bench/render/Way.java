package asyfleet.lab.bench.render;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.Slot;
import asyfleet.protocol.task.ServerMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A way to get a figure drawn, timed from the wish to the picture. */
interface Way {

    /** Returns nanoseconds. */
    long draw(TimedFigure figure) throws Exception;

    /** By whoever sits at the machine: the same command in a directory of their own, no sandbox, nothing prepared. */
    static long byHand(TimedFigure figure) throws Exception {
        Path directory = Files.createTempDirectory("by-hand");
        try {
            long start = System.nanoTime();
            Files.write(directory.resolve(TimedFigure.MAIN), figure.bytes());
            Process asy = new ProcessBuilder(AsyCommand.of(figure.options(), Optional.of(TimedFigure.MAIN))
                            .arguments())
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            asy.getInputStream().readAllBytes();
            asy.waitFor();
            Files.readAllBytes(
                    directory.resolve(AsyCommand.PICTURE + "." + figure.format().wire()));
            return System.nanoTime() - start;
        } finally {
            delete(directory);
        }
    }

    /** By a slot of a backend, up to its last word. */
    static Way slot(Slot slot) {
        return figure -> {
            CompletableFuture<ServerMessage.Complete> complete = new CompletableFuture<>();
            long start = System.nanoTime();
            slot.run(figure.request(), message -> {
                if (message instanceof ServerMessage.Complete end) {
                    complete.complete(end);
                }
            });
            ServerMessage.Complete end = complete.get();
            long nanos = System.nanoTime() - start;
            if (!end.success()) {
                throw new IOException(figure.name() + " failed: " + end);
            }
            return nanos;
        };
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
