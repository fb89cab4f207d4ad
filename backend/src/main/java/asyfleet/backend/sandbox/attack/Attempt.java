package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.Usage;
import asyfleet.backend.sandbox.WorkDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attack, carried out in a cell of its own, with its evidence. It blocks the thread that it is run on. */
final class Attempt {

    private static final long LOOK_MILLIS = 20;
    private static final int LOOT_BYTES = 1 << 20;
    private static final int MOST_FILES = 100;

    private final Attack attack;
    private final Duration timeLimit;
    private final StringBuilder loot = new StringBuilder();
    private final Set<ProcessHandle> processes = new HashSet<>();
    private int mostThreads;
    private long fileBytes;

    /** @param timeLimit an attack that takes longer is cut off, and counts by what it left until then */
    Attempt(Attack attack, Duration timeLimit) {
        this.attack = attack;
        this.timeLimit = timeLimit;
    }

    Evidence carryOut(Sandbox sandbox) throws IOException, InterruptedException {
        try (Cell cell = sandbox.open()) {
            for (Map.Entry<String, String> file : attack.files().entrySet()) {
                cell.directory().write(file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
            }
            cell.start(attack.command());
            cell.input().close();
            CompletableFuture<byte[]> output =
                    CompletableFuture.supplyAsync(() -> read(cell.output()), Attempt::runOnOwnThread);
            watch(cell);
            loot.append(text(output.join()));
            collectFiles(cell.directory());
        }
        List<Long> survivors = processes.stream()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .toList();
        return new Evidence(loot.toString(), fileBytes, mostThreads, survivors);
    }

    /** Not in the common pool: from Java 25 on it may have one thread, by which the ends of all processes are told. */
    private static void runOnOwnThread(Runnable task) {
        new Thread(task, "attack-output").start();
    }

    private void watch(Cell cell) throws InterruptedException {
        long end = System.nanoTime() + timeLimit.toNanos();
        while (!hasEnded(cell)) {
            Usage usage = cell.usage();
            mostThreads = Math.max(mostThreads, usage.threads());
            usage.processes().forEach(process -> ProcessHandle.of(process.pid()).ifPresent(processes::add));
            if (System.nanoTime() > end) {
                cell.end();
            }
        }
    }

    private static boolean hasEnded(Cell cell) throws InterruptedException {
        try {
            cell.exit().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot be waited for", e);
        }
    }

    private void collectFiles(WorkDirectory directory) throws IOException {
        for (WorkDirectory.Entry entry : directory.list(MOST_FILES)) {
            fileBytes += entry.size();
            // The attack's own files are its plan, not its loot.
            if (!attack.files().containsKey(entry.name())) {
                directory.read(entry.name(), LOOT_BYTES).ifPresent(contents -> loot.append(text(contents)));
            }
        }
        directory.read("out.svg", LOOT_BYTES).ifPresent(contents -> loot.append(text(contents)));
    }

    private static byte[] read(InputStream pipe) {
        try {
            byte[] first = pipe.readNBytes(LOOT_BYTES);
            pipe.skip(Long.MAX_VALUE);
            return first;
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
