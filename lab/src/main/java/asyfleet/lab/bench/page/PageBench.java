package asyfleet.lab.bench.page;

import asyfleet.config.StartFailure;
import asyfleet.lab.bench.fleet.BareAsy;
import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.lab.browser.Browser;
import asyfleet.lab.report.Samples;
import asyfleet.lab.report.TextTable;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The measurement of how long a person waits for the picture after a key, in a real browser on a fleet of this machine,
 * and how long {@code asy} by hand takes for the same figure. Each key comes after a pause, as if somebody tries one
 * number after the other. Whatever the page waits before it renders is part of the figure.
 */
@Command(
        name = "page",
        description = "From the key to the picture in a real browser, and the same figure by hand.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench page")
public final class PageBench implements Callable<Integer> {

    private static final double TARGET = 0.5;

    /** %d is the number that is typed. */
    private static final Map<String, String> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("circle", "size(100,100); draw(unitcircle, linewidth(%d/100));");
        FIGURES.put("labelled plot", """
                import graph; size(200,150,IgnoreAspect);
                real f(real x) { return sin(%d*x/100); }
                draw(graph(f, 0, 10), red); xaxis("$x$", LeftTicks); yaxis("$y$", RightTicks);""");
    }

    /** Tells when another picture is on the screen: at the frame after it came into the document. */
    private static final String WATCH = "window.picture = () => document.querySelector('#sheet img:not(.waiting)');"
            + " new MutationObserver(() => requestAnimationFrame(() => {"
            + " if (picture() && picture() !== window.before) window.shown ??= performance.now(); }))"
            + ".observe(document.querySelector('#sheet'), {childList: true, attributes: true, subtree: true})";

    /** Longer than the pause after which the page takes a key for a change of its own. */
    private static final String PAUSE = "new Promise(over => setTimeout(over, 700)).then(() => 0)";

    private static final int UNMEASURED = 3;

    @Option(names = "--rounds", defaultValue = "40", description = "How many keys for each figure (${DEFAULT-VALUE}).")
    private int rounds;

    private final PrintStream out;

    public PageBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        Path program = Browser.find()
                .orElseThrow(
                        () -> new StartFailure("no chromium in /usr/bin; expected one (apt-get install chromium)"));
        Path profile = Files.createTempDirectory("asyfleet-bench-page");
        try (LocalFleet fleet = LocalFleet.create();
                Browser browser = Browser.open(program, profile)) {
            fleet.scheduler(Map.of());
            fleet.backend(Map.of("ASYFLEET_SLOTS", "2"));
            ChildProcess server = fleet.queueServer(Map.of("ASYFLEET_RESULT_LIFE", "0"));
            browser.resize(1440, 900);
            browser.go(server.address());
            browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
            return measure(browser);
        } finally {
            delete(profile);
        }
    }

    private int measure(Browser browser) throws IOException, InterruptedException {
        browser.eval(WATCH);
        TextTable table =
                new TextTable("figure", "key to picture p50", "p95", "asy by hand p50", "p95", "ratio of p50");
        boolean met = true;
        for (Map.Entry<String, String> figure : FIGURES.entrySet()) {
            Samples page = new Samples();
            Samples hand = new Samples();
            for (int i = 0; i < UNMEASURED; i++) {
                keyToPicture(browser, figure.getValue().formatted(50 + i));
            }
            for (int i = 0; i < rounds; i++) {
                page.add(keyToPicture(browser, figure.getValue().formatted(100 + i)));
                hand.add(BareAsy.draw(figure.getValue().formatted(100 + i), TaskOptions.DEFAULT) / 1e6);
            }
            double ratio = page.median() / hand.median();
            met &= ratio <= TARGET;
            table.row(
                    figure.getKey(),
                    millis(page.median()),
                    millis(page.p95()),
                    millis(hand.median()),
                    millis(hand.p95()),
                    String.format(Locale.ROOT, "%.2f", ratio));
        }
        out.print(table);
        out.printf(Locale.ROOT, "goal: at most %.1f of asy by hand: %s%n", TARGET, met ? "met" : "missed");
        return met ? 0 : 1;
    }

    /** Replaces the text as one input, as a key does, and waits for the frame that shows its picture. */
    private static double keyToPicture(Browser browser, String source) {
        browser.eval(PAUSE);
        browser.eval("document.querySelector('.cm-content').focus(); 0");
        browser.pressControl("a");
        browser.eval(
                "window.before = picture(); window.shown = null; window.typed = null;"
                        + " addEventListener('input', () => { window.typed = performance.now(); }, {once: true, capture: true})");
        browser.type(source);
        browser.awaitTrue("shown !== null && typed !== null && shown > typed");
        return browser.eval("shown - typed").asDouble();
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.0f ms", value);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
