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
 * The sender of many figures together, as batches of {@code /api/batch}, one batch after the other. A batch that is too
 * large for the server is sent again in halves. Figures that a server does not take in this way, because it is older,
 * because one of them is wrong, or because all their images together are too large, are sent alone, some at a time.
 * Figures are collected by the thread of the command and sent by a thread of its own.
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

    /** Figures of a batch; fewer when a server has refused so many. Owned by the sending thread. */
    private int most = MOST_FIGURES;

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
        if (collected.isEmpty()) {
            return;
        }
        List<SentFigure> figures = List.copyOf(collected);
        collected.clear();
        thread.execute(() -> {
            try {
                sendAll(figures);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void sendAll(List<SentFigure> figures) throws InterruptedException {
        int from = 0;
        while (from < figures.size()) {
            List<SentFigure> together = figures.subList(from, endOfBatch(figures, from));
            SentBatch batch = new SentBatch(http, open, together, SentBatch.PAUSES, SentBatch.SILENCE);
            List<SentFigure> left = batch.run();
            if (batch.wasRefusedForSize() && together.size() > 1) {
                most = together.size() / 2;
            } else {
                sendAlone(left);
                from += together.size();
            }
        }
    }

    private int endOfBatch(List<SentFigure> figures, int from) {
        int end = from + 1;
        long bytes = figures.get(from).bytes();
        while (end < figures.size() && end - from < most) {
            bytes += figures.get(end).bytes();
            if (bytes > MOST_BYTES) {
                return end;
            }
            end++;
        }
        return end;
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
        open.abort();
        thread.shutdownNow();
    }
}
