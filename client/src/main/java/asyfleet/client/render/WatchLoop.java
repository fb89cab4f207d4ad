package asyfleet.client.render;

import asyfleet.client.render.plan.Figure;
import asyfleet.client.render.plan.RenderPlan;
import asyfleet.client.render.report.RenderReport;
import asyfleet.client.source.GatheredFigure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The loop that renders figures again when a file of theirs has changed. The system tells that something happened in a
 * directory; whether a figure is another one is then seen from the contents of all its files, so an editor may save as it
 * likes. A directory that is made is watched before its figures are looked for, so none of them is missed. Owned by the thread
 * of the command.
 */
final class WatchLoop implements AutoCloseable {

    /** Editors write a file in several steps. */
    private static final int SETTLE_MILLIS = 30;

    private static final int TICK_MILLIS = 100;

    private final RenderRun run;
    private final RenderPlan plan;
    private final List<Path> companions;
    private final RenderReport report;
    private final WatchService events;
    private final Set<Path> watched = new HashSet<>();
    private final Map<Figure, String> digests = new HashMap<>();
    private boolean told;

    WatchLoop(RenderRun run, RenderPlan plan, List<Path> companions, RenderReport report) throws IOException {
        this.run = run;
        this.plan = plan;
        this.companions = companions;
        this.report = report;
        this.events = FileSystems.getDefault().newWatchService();
    }

    /** Renders all, then what changes, until the process is ended. */
    void run() throws IOException, InterruptedException {
        begin(changed());
        while (!Thread.currentThread().isInterrupted()) {
            if (!run.isDone()) {
                run.step();
            } else if (!told) {
                run.end();
                report.note("watching; Ctrl-C ends it");
                told = true;
            }
            if (happened(run.isDone() ? TICK_MILLIS : 0)) {
                TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
                again(changed());
            }
        }
    }

    private void again(Set<Figure> others) {
        if (!others.isEmpty()) {
            report.note(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + "  saved: " + names(others));
            begin(others);
        }
    }

    private void begin(Set<Figure> others) {
        run.begin(others);
        told = false;
    }

    private static String names(Set<Figure> figures) {
        return figures.size() == 1 ? figures.iterator().next().shown() : figures.size() + " figures";
    }

    private boolean happened(int millis) throws InterruptedException {
        boolean any = false;
        WatchKey key = events.poll(millis, TimeUnit.MILLISECONDS);
        while (key != null) {
            any |= !key.pollEvents().isEmpty();
            if (!key.reset()) {
                watched.remove(key.watchable()); // it is gone, and may come back
            }
            key = events.poll();
        }
        return any;
    }

    /** Those whose files are others than when this was asked last, and those that are new. */
    private Set<Figure> changed() throws IOException {
        for (Path directory : plan.directories()) {
            watch(directory);
        }
        for (Path companion : companions) {
            watchFile(companion);
        }
        plan.additions(why -> report.warning("new figure", why));
        Set<Figure> others = new LinkedHashSet<>();
        for (Figure figure : plan.figures()) {
            String digest = digest(figure);
            if (!digest.equals(digests.put(figure, digest))) {
                others.add(figure);
            }
        }
        return others;
    }

    /** A file that is being replaced is not there for a moment; its return is a change. */
    private String digest(Figure figure) throws IOException {
        watch(figure.directory());
        try {
            GatheredFigure gathered = figure.gather(companions);
            for (Path file : gathered.paths().values()) {
                watchFile(file);
            }
            return gathered.digest();
        } catch (IOException notThere) {
            return "";
        }
    }

    /** A link may stay as it is when its file changes. */
    private void watchFile(Path file) throws IOException {
        watch(file.toAbsolutePath().getParent());
        if (Files.isSymbolicLink(file)) {
            watch(file.toRealPath().getParent());
        }
    }

    /** A directory that is not there comes into being in the next one above it that is. */
    private void watch(Path directory) throws IOException {
        Path there = directory;
        while (!Files.isDirectory(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (watched.add(there)) {
            there.register(
                    events,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
