package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.BullMq;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench all}: one report with every figure that we have a goal for, beside its peer in the same run. */
@Command(
        name = "all",
        description =
                "Every figure that we have a goal for, in one report. Takes about 14 minutes; with --quick about 6.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench all --quick")
public final class AllBench implements Callable<Integer> {

    @Option(names = "--quick", description = "Shorter and fewer rounds: for a first look.")
    private boolean quick;

    @Option(
            names = "--output",
            defaultValue = "bench-report",
            description = "Directory for report.txt, report.json and report.html (${DEFAULT-VALUE}).")
    private Path output;

    @Option(
            names = "--note",
            defaultValue = "",
            description = "Words for the report, such as what else the machine did.")
    private String note;

    @Option(names = "--only", split = ",", description = "Only these sections: starts, figures, queue.")
    private List<String> only = List.of("starts", "figures", "queue");

    @Option(names = "--launcher", defaultValue = "", hidden = true)
    private String launcher;

    private final PrintStream out;

    public AllBench(PrintStream out) {
        this.out = out;
    }

    /** Measures some rows; what it has to say beside them goes into the description of the machine. */
    private interface Section {
        void measure(Lengths lengths, Map<String, String> machine, List<BenchRow> rows)
                throws IOException, InterruptedException;
    }

    /** Owned by the thread of the command. */
    private Map<String, List<Double>> memory = Map.of();

    private boolean whole = true;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long began = System.nanoTime();
        Map<String, String> machine = MachineFacts.here();
        if (!note.isEmpty()) {
            machine.put("note", note);
        }
        List<BenchRow> rows = new ArrayList<>();
        measure("starts", this::measureStarts, machine, rows);
        measure(
                "figures",
                (lengths, facts, measured) -> measured.addAll(new FigureRows(lengths).measure()),
                machine,
                rows);
        measure("queue", this::measureQueue, machine, rows);
        machine.put("load when it ended", MachineFacts.load());
        machine.put(
                "length", Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s" + (quick ? ", --quick" : ""));
        BenchReport report = new BenchReport(machine, rows, memory);
        report.writeTo(output);
        out.print(report.text());
        out.println("written to " + output.resolve("report.html").toAbsolutePath());
        return whole ? 0 : 1;
    }

    /** A section that fails costs its own rows, not those of the others. */
    private void measure(String what, Section section, Map<String, String> machine, List<BenchRow> rows)
            throws IOException, InterruptedException {
        if (!only.contains(what)) {
            return;
        }
        out.println(what + " …");
        try {
            section.measure(quick ? Lengths.QUICK : Lengths.FULL, machine, rows);
        } catch (RuntimeException e) {
            whole = false;
            machine.put("failed: " + what, e.toString());
        }
    }

    private void measureStarts(Lengths lengths, Map<String, String> machine, List<BenchRow> rows) {
        if (launcher.isEmpty()) {
            machine.put("starts", "not measured: not started by ./asyfleet");
        } else {
            rows.addAll(new StartRows(launcher, lengths).measure());
        }
    }

    private void measureQueue(Lengths lengths, Map<String, String> machine, List<BenchRow> rows) {
        Optional<BullMq> bullMq = BullMq.install(out);
        machine.put("BullMQ", bullMq.map(BullMq::version).orElse("missing"));
        long tasks = 0;
        for (Compilers compilers : Compilers.values()) {
            try (NoOpFleet fleet = new NoOpFleet(compilers)) {
                machine.put(compilers.toString(), new WarmUp(fleet, lengths).run(NoOpFleet.SLOTS));
                rows.addAll(new QueueRows(compilers, fleet, bullMq, lengths).measure());
                if (compilers == Compilers.ofLauncher()) {
                    SoakRows soak = new SoakRows(compilers, fleet, lengths);
                    rows.addAll(soak.measure());
                    memory = soak.memory();
                }
                tasks += fleet.tasks();
            }
        }
        machine.put("exact delivery", "%,d tasks, each answered by its own source, once".formatted(tasks));
        rows.addAll(new BacklogRows(lengths, Compilers.ofLauncher()).measure());
    }
}
