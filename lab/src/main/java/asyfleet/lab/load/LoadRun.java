package asyfleet.lab.load;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One run of a load: it sends the figures and waits for their ends. Belongs to the thread that runs it. */
final class LoadRun {

    /** The end of a figure that was due within the duration, and for which there was no place. */
    static final String NOT_SENT = "NOT_SENT";

    private final LoadSettings settings;
    private final LoadDoor door;
    private final LoadResult result;
    private final Semaphore free;

    /** Distinguishes the figures of this run from those of all others. */
    private final long runNumber = System.nanoTime();

    LoadRun(LoadSettings settings, LoadDoor door, LoadResult result) {
        this.settings = settings;
        this.door = door;
        this.result = result;
        this.free = new Semaphore(settings.concurrent());
    }

    void run() throws InterruptedException {
        long start = System.nanoTime();
        long number = 0;
        for (; settings.goesOn(number, since(start)); number++) {
            long wanted =
                    settings.schedule(number).map(offset -> start + offset).orElse(Long.MIN_VALUE);
            TimeUnit.NANOSECONDS.sleep(wanted == Long.MIN_VALUE ? 0 : wanted - System.nanoTime());
            free.acquire();
            send(number, wanted == Long.MIN_VALUE ? System.nanoTime() : wanted, start);
        }
        countUnsent(number, start);
        free.acquire(settings.concurrent());
    }

    /** Figures whose time came while too many others were under way: their users have waited, and got nothing. */
    private void countUnsent(long next, long start) {
        for (long number = next; settings.wasDue(number); number++) {
            long wanted = start + settings.schedule(number).orElseThrow();
            result.add(settings.mix().pick(number), LoadAnswer.of(NOT_SENT), since(wanted), since(start));
        }
    }

    private void send(long number, long from, long start) {
        LoadFigure figure = settings.mix().pick(number);
        door.send(figure.source(runNumber + number)).thenAccept(answer -> {
            result.add(figure, answer, since(from), since(start));
            free.release();
        });
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
