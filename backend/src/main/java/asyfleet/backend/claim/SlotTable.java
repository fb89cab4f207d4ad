package asyfleet.backend.claim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The slots of this process by backend ID, and what each is doing. Rules only.
 *
 * <pre>
 *          -- add       --> FREE
 * FREE     -- claim     --> CLAIMING  the outcome of the claim is not known yet
 * FREE     -- retire    --> (removed)
 * any      -- keep      --> the same, and it is not to retire
 * CLAIMING -- release   --> FREE, or (removed) if it is to retire
 * CLAIMING -- occupy    --> BUSY      with a task
 * BUSY     -- leave     --> LEFT      its task has ended, and it is to retire; Redis has yet to hear of the end
 * BUSY     -- vacate    --> FREE, or (removed) if it is to retire
 * LEFT     -- vacate    --> (removed)
 * </pre>
 *
 * <p>Every task asks how many slots are free or busy, so they are counted: a process may have thousands.
 *
 * <p>Owner: the fleet's thread.
 */
final class SlotTable {

    private enum State {
        FREE,
        CLAIMING,
        BUSY,
        LEFT
    }

    private static final class SlotEntry {
        private State state = State.FREE;
        private boolean retiring;
    }

    private final Map<String, SlotEntry> slots = new LinkedHashMap<>();

    /** Those in the state FREE, the one that has been free for longest first. */
    private final Set<String> free = new LinkedHashSet<>();

    private int claiming;
    private int busy;
    private int retiring;

    void add(Collection<String> backends) {
        backends.forEach(backend -> {
            slots.put(backend, new SlotEntry());
            free.add(backend);
        });
    }

    /** As many free slots as that, or all there are, each for a claim. */
    List<String> claim(int most) {
        List<String> chosen = free.stream().limit(most).toList();
        chosen.forEach(backend -> move(backend, State.FREE, State.CLAIMING));
        return chosen;
    }

    /** True if the slot has left the table: it was to retire. */
    boolean release(String backend) {
        return free(backend, State.CLAIMING);
    }

    void occupy(String backend) {
        move(backend, State.CLAIMING, State.BUSY);
    }

    /** True if it leaves: its task has ended, and it was to retire then. */
    boolean leave(String backend) {
        boolean leaves = slots.get(backend).retiring;
        if (leaves) {
            move(backend, State.BUSY, State.LEFT);
        }
        return leaves;
    }

    /** True if the slot is to be unregistered: it was to retire, and had not left before. */
    boolean vacate(String backend) {
        if (slots.get(backend) != null && slots.get(backend).state == State.LEFT) {
            remove(backend);
            return false;
        }
        return free(backend, State.BUSY);
    }

    /**
     * Makes the process smaller.
     *
     * @return the slots that leave now; others leave when they are free
     */
    List<String> retire(int count) {
        List<String> candidates = new ArrayList<>();
        for (State state : State.values()) { // those that can leave soonest first
            inState(state).stream()
                    .filter(backend -> !slots.get(backend).retiring)
                    .forEach(candidates::add);
        }
        List<String> chosen = candidates.subList(0, Math.min(count, candidates.size()));
        chosen.forEach(backend -> slots.get(backend).retiring = true);
        retiring += chosen.size();
        List<String> leaving = chosen.stream()
                .filter(backend -> slots.get(backend).state == State.FREE)
                .toList();
        leaving.forEach(this::remove);
        return leaving;
    }

    /**
     * Makes the process larger by slots that are to retire and have not left.
     *
     * @return how many of them stay
     */
    int keep(int count) {
        List<SlotEntry> kept = slots.values().stream()
                .filter(slot -> slot.retiring && slot.state != State.LEFT)
                .limit(count)
                .toList();
        kept.forEach(slot -> slot.retiring = false);
        retiring -= kept.size();
        return kept.size();
    }

    /** All that are registered. */
    List<String> backends() {
        return slots.entrySet().stream()
                .filter(entry -> entry.getValue().state != State.LEFT)
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** How many there will be once those that are to retire have left. */
    int size() {
        return slots.size() - retiring;
    }

    int free() {
        return free.size();
    }

    int claiming() {
        return claiming;
    }

    int busy() {
        return busy;
    }

    private boolean free(String backend, State from) {
        boolean leaves = move(backend, from, State.FREE).retiring;
        if (leaves) {
            remove(backend);
        }
        return leaves;
    }

    private void remove(String backend) {
        SlotEntry slot = slots.remove(backend);
        count(backend, slot.state, -1);
        retiring -= slot.retiring ? 1 : 0;
    }

    private SlotEntry move(String backend, State from, State to) {
        SlotEntry slot = slots.get(backend);
        if (slot == null || slot.state != from) {
            throw new IllegalStateException("slot " + backend + " is " + (slot == null ? "unknown" : slot.state)
                    + ", expected " + from + " on its way to " + to);
        }
        count(backend, from, -1);
        count(backend, to, 1);
        slot.state = to;
        return slot;
    }

    private void count(String backend, State state, int change) {
        switch (state) {
            case FREE -> {
                if (change > 0) {
                    free.add(backend);
                } else {
                    free.remove(backend);
                }
            }
            case CLAIMING -> claiming += change;
            case BUSY -> busy += change;
            case LEFT -> {}
        }
    }

    private List<String> inState(State state) {
        return slots.entrySet().stream()
                .filter(entry -> entry.getValue().state == state)
                .map(Map.Entry::getKey)
                .toList();
    }
}
