package asyfleet.lab.chaos;

import asyfleet.lab.chaos.fleet.FleetMeter;
import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import asyfleet.lab.chaos.load.ChaosLoad;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The thread that looks at the fleet every second while clients use it, sets their rate, and reports from time to time. */
final class FleetSampler implements AutoCloseable {

    private static final int SECONDS_BETWEEN_LINES = 30;

    private final FleetMeter meter;
    private final RunHistory history;
    private final ChaosLoad load;
    private final PrintStream out;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final boolean alwaysAdapts;
    private int looks;

    /** @param alwaysAdapts whether the rate follows the slots that there are, also while the fleet is not whole */
    FleetSampler(FleetMeter meter, RunHistory history, ChaosLoad load, boolean alwaysAdapts, PrintStream out) {
        this.meter = meter;
        this.history = history;
        this.load = load;
        this.alwaysAdapts = alwaysAdapts;
        this.out = out;
        thread.scheduleWithFixedDelay(new RepeatedLook(this::look, history), 1, 1, TimeUnit.SECONDS);
    }

    private void look() {
        FleetSample sample = meter.sample();
        history.add(at -> new HistoryEvent.Sampled(at, sample));
        if (alwaysAdapts || meter.isWhole()) {
            sample.queue().ifPresent(load::adapt);
        }
        if (++looks % SECONDS_BETWEEN_LINES == 0) {
            say(sample);
        }
    }

    private void say(FleetSample sample) {
        int seconds = (int) history.seconds();
        String queue = sample.queue()
                .map(seen -> seen.executing() + " of " + seen.slots() + " slots busy, " + seen.waiting() + " wait")
                .orElse("Redis does not answer");
        out.printf(
                Locale.ROOT,
                "%4d:%02d  . %s; %d tasks under way, %.1f/s; %d MB, %d descriptors, %d files%n",
                seconds / 60,
                seconds % 60,
                queue,
                load.underWay(),
                load.rate(),
                sample.residentMegabytes(),
                sample.descriptors(),
                sample.files());
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
