package asyfleet.client.render;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.OpenBatches;
import asyfleet.protocol.task.TaskOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The sender of many figures together, as batches of {@code /api/batch}, one batch after the other. Figures that a server
 * does not take in this way, because it is older, because one of them is wrong, or because all their images together are too
 * large, are sent alone, some at a time. Figures are collected by the thread of the command and sent by a thread of its own.
 */
final class BatchSender implements FigureSender, AutoCloseable {

    static final int MOST_FIGURES = 200;

    /** Of the sources of a batch; a server takes a body of 8 MiB, in which they are a third longer. */
    private static final long MOST_BYTES = 5 << 20;

    private final FleetHttp http;
    private final OpenBatches open;
    private final FigureSender alone;
    private final Semaphore places;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(action -> {
        Thread made = new Thread(action, "batch-sender");
        made.setDaemon(true);
        return made;
    });
    private final List<SentFigure> collected = new ArrayList<>();

    /** A figure on its way in a batch. */
    record SentFigure(FigureRendering rendering, TaskOptions options, Consumer<FigureRendering> ended) {

        private long bytes() {
            return rendering.gathered.sources().files().values().stream()
                    .mapToLong(contents -> contents.length)
                    .sum();
        }
    }

    /**
     * @param alone for figures that are not taken in a batch
     * @param parallel how many of these at a time
     */
    BatchSender(FleetHttp http, OpenBatches open, FigureSender alone, int parallel) {
        this.http = http;
        this.open = open;
        this.alone = alone;
        this.places = new Semaphore(parallel);
    }

    @Override
    public void send(FigureRendering rendering, TaskOptions options, Consumer<FigureRendering> ended) {
        collected.add(new SentFigure(rendering, options, ended));
    }

    @Override
    public void flush() {
        List<SentFigure> batch = new ArrayList<>();
        long bytes = 0;
        for (SentFigure figure : collected) {
            if (batch.size() == MOST_FIGURES || bytes + figure.bytes() > MOST_BYTES) {
                begin(List.copyOf(batch));
                batch.clear();
                bytes = 0;
            }
            batch.add(figure);
            bytes += figure.bytes();
        }
        begin(batch);
        collected.clear();
    }

    private void begin(List<SentFigure> figures) {
        if (!figures.isEmpty()) {
            thread.execute(() -> {
                try {
                    sendAlone(new SentBatch(http, open, figures, SentBatch.PAUSES, SentBatch.SILENCE).run());
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private void sendAlone(List<SentFigure> figures) throws InterruptedException {
        for (SentFigure figure : figures) {
            places.acquire();
            alone.send(figure.rendering, figure.options, rendering -> {
                places.release();
                figure.ended.accept(rendering);
            });
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        open.abort();
    }
}
