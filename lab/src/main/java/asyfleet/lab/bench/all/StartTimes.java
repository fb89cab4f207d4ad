package asyfleet.lab.bench.all;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.TaskObserver;
import asyfleet.lab.bench.fleet.Figures;
import asyfleet.lab.report.Samples;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The times until a client hears that its task runs, one task at a time. */
record StartTimes(AsyfleetClient client) {

    double medianMillis(Duration time) {
        Samples millis = new Samples();
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            CompletableFuture<Long> passed = new CompletableFuture<>();
            long began = System.nanoTime();
            client.render(Figures.once(Figures.SHORT), TaskOptions.DEFAULT, new TaskObserver() {
                        @Override
                        public void started() {
                            passed.complete(System.nanoTime());
                        }
                    })
                    .toCompletableFuture()
                    .join();
            millis.add((passed.join() - began) / 1e6);
        }
        return millis.median();
    }
}
