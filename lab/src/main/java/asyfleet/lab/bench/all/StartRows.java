package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The rows of starts, each by the launcher, as a user starts them. The first start of each is not counted. */
final class StartRows {

    private static final String SECTION = "Start, " + Compilers.ofLauncher();
    private static final Pattern UP = Pattern.compile("^ready http");
    private static final Pattern SERVICE = Pattern.compile("ready service=");

    private final String launcher;
    private final Lengths lengths;

    StartRows(String launcher, Lengths lengths) {
        this.launcher = launcher;
        this.lengths = lengths;
    }

    List<BenchRow> measure() {
        List<BenchRow> rows = new ArrayList<>();
        rows.add(row("`up` is ready, second start", UP, "up", "--port", "0").with(Goal.atMost(2.5)));
        try (LocalFleet fleet = LocalFleet.create()) {
            for (String service : List.of("queue-server", "scheduler")) {
                rows.add(row(service + " is ready", SERVICE, service, "--port", "0", "--redis", fleet.redisUri())
                        .with(Goal.atMost(1.3)));
            }
        }
        return rows;
    }

    private BenchRow row(String what, Pattern ready, String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher, "--no-build"));
        command.addAll(List.of(arguments));
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i <= lengths.starts(); i++) {
            long began = System.nanoTime();
            try (ChildProcess child =
                    ChildCommand.of(command.toArray(String[]::new)).start()) {
                child.await(ready);
                seconds.add((System.nanoTime() - began) / 1e9);
            }
        }
        return BenchRow.of(SECTION, what, "s", Spread.of(seconds.subList(1, seconds.size())));
    }
}
