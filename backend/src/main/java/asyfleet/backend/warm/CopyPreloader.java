package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Preloader;
import asyfleet.backend.sandbox.Cell;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The part that puts copies of waiting programs into the cells of one slot. The next task is expected to be like the last one. What
 * another task needs beyond that is put into its cell when it comes, before it is started.
 *
 * <p>Used by the slot's thread and by the one that opens the slot's next cell.
 */
final class CopyPreloader implements Preloader {

    /**
     * The programs that wait in a cell.
     *
     * @param since when the first of them came there
     */
    private record Waiting(Set<ServerSpec> programs, Instant since) {}

    private final ForkServers servers;
    private final InstantSource clock;

    /** Cells that were closed are forgotten by themselves. Synchronized: two threads use it, for different cells. */
    private final Map<Cell, Waiting> cells = Collections.synchronizedMap(new WeakHashMap<>());

    /** Written by the slot's thread, read by the one that opens the next cell. */
    private volatile List<ServerSpec> expected;

    CopyPreloader(ForkServers servers, InstantSource clock, List<ServerSpec> expected) {
        this.servers = servers;
        this.clock = clock;
        this.expected = List.copyOf(expected);
    }

    /** Says what the next cells will be used for. */
    void expect(List<ServerSpec> programs) {
        expected = List.copyOf(programs);
    }

    @Override
    public void preload(Cell cell) {
        enter(cell, expected);
    }

    @Override
    public void preloadFor(ExecutionRequest request, Cell cell) {
        enter(cell, TaskPrograms.wanted(request));
    }

    private void enter(Cell cell, Collection<ServerSpec> wanted) {
        Waiting before = cells.getOrDefault(cell, new Waiting(Set.of(), clock.instant()));
        Set<ServerSpec> missing = new HashSet<>(wanted);
        missing.removeAll(before.programs());
        Set<ServerSpec> entered = servers.enter(cell, missing);
        if (!entered.isEmpty()) {
            cell.discountPresent();
            entered.addAll(before.programs());
            cells.put(cell, new Waiting(Set.copyOf(entered), before.since()));
        }
    }

    /** Whether this program waits in the cell. */
    boolean waits(ServerSpec program, Cell cell) {
        Waiting waiting = cells.get(cell);
        return waiting != null && waiting.programs().contains(program);
    }

    @Override
    public boolean isFresh(Cell cell) {
        Waiting waiting = cells.get(cell);
        return waiting == null || waiting.since().plus(ServerPool.OLD).isAfter(clock.instant());
    }
}
