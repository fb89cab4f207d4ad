package asyfleet.lab.model;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.ClientPhase;
import asyfleet.lab.model.StateCell.FlowPhase;
import asyfleet.lab.model.StateCell.SlotPhase;
import asyfleet.lab.model.StateCell.Value;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/**
 * One state of the whole fleet: Redis, all processes, all clients. A step copies it, changes the copy, and never touches
 * it again. All cells lie in one array, so that a state is compared and stored as one short string.
 */
final class ModelState {

    private final ModelSetup setup;
    private final int[] offsets;
    private final int[] lengths;
    private final byte[] cells;

    private ModelState(ModelSetup setup, int[] offsets, int[] lengths, byte[] cells) {
        this.setup = setup;
        this.offsets = offsets;
        this.lengths = lengths;
        this.cells = cells;
    }

    /** All processes are up and registered; no scheduler leads yet, and no client has come. */
    static ModelState first(ModelSetup setup) {
        int[] offsets = new int[StateCell.values().length];
        int[] lengths = new int[offsets.length];
        int length = 0;
        for (StateCell cell : CELLS) {
            offsets[cell.ordinal()] = length;
            lengths[cell.ordinal()] = size(setup, cell);
            length += lengths[cell.ordinal()];
        }
        ModelState state = new ModelState(setup, offsets, lengths, new byte[length]);
        for (StateCell up : new StateCell[] {
            StateCell.SCHEDULER_UP,
            StateCell.PROCESS_UP,
            StateCell.PROCESS_LEASE,
            StateCell.MEMBER,
            StateCell.SERVER_UP,
            StateCell.SERVER_LEASE
        }) {
            for (int i = 0; i < setup.count(up.by[0]); i++) {
                state.set(up, i, 1);
            }
        }
        return state;
    }

    private static int size(ModelSetup setup, StateCell cell) {
        int size = 1;
        for (By by : cell.by) {
            size *= setup.count(by);
        }
        return size;
    }

    /** The state of a {@link #key} of the same search. */
    ModelState read(String key) {
        return new ModelState(setup, offsets, lengths, key.getBytes(StandardCharsets.ISO_8859_1));
    }

    String key() {
        return new String(cells, StandardCharsets.ISO_8859_1);
    }

    ModelState copy() {
        return new ModelState(setup, offsets, lengths, cells.clone());
    }

    ModelSetup setup() {
        return setup;
    }

    int count(By by) {
        return setup.count(by);
    }

    /** How many numbers the cell has in all. */
    int length(StateCell cell) {
        return lengths[cell.ordinal()];
    }

    int get(StateCell cell) {
        return cells[offsets[cell.ordinal()]];
    }

    int get(StateCell cell, int i) {
        return cells[offsets[cell.ordinal()] + i];
    }

    int get(StateCell cell, int i, int j) {
        return get(cell, i * setup.count(cell.by[1]) + j);
    }

    boolean is(StateCell cell) {
        return get(cell) != 0;
    }

    boolean is(StateCell cell, int i) {
        return get(cell, i) != 0;
    }

    boolean is(StateCell cell, int i, int j) {
        return get(cell, i, j) != 0;
    }

    void set(StateCell cell, int i, int value) {
        cells[offsets[cell.ordinal()] + i] = (byte) value;
    }

    void set(StateCell cell, int i, int j, int value) {
        set(cell, i * setup.count(cell.by[1]) + j, value);
    }

    void clear(StateCell cell) {
        for (int i = 0; i < length(cell); i++) {
            set(cell, i, 0);
        }
    }

    /** Sets the cells of one row of a table to 0. */
    void clearRow(StateCell cell, int i) {
        for (int j = 0; j < setup.count(cell.by[1]); j++) {
            set(cell, i, j, 0);
        }
    }

    int sum(StateCell cell) {
        int sum = 0;
        for (int i = 0; i < length(cell); i++) {
            sum += is(cell, i) ? 1 : 0;
        }
        return sum;
    }

    int sumRow(StateCell cell, int i) {
        int sum = 0;
        for (int j = 0; j < setup.count(cell.by[1]); j++) {
            sum += is(cell, i, j) ? 1 : 0;
        }
        return sum;
    }

    boolean sameInRedis(ModelState other) {
        for (StateCell cell : CELLS) {
            for (int i = 0; cell.inRedis && i < length(cell); i++) {
                if (get(cell, i) != other.get(cell, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    // Phases

    SlotPhase slot(int slot) {
        return SLOT_PHASES[get(StateCell.SLOT_PHASE, slot)];
    }

    void slot(int slot, SlotPhase phase) {
        set(StateCell.SLOT_PHASE, slot, phase.ordinal());
        if (phase == SlotPhase.FREE) {
            set(StateCell.SLOT_RUN, slot, 0);
            set(StateCell.SLOT_ENTRY, slot, 0);
        }
    }

    int runOfSlot(int slot) {
        return get(StateCell.SLOT_RUN, slot) - 1;
    }

    FlowPhase flow(int server, int task) {
        return FLOW_PHASES[get(StateCell.FLOW, server, task)];
    }

    void flow(int server, int task, FlowPhase phase) {
        set(StateCell.FLOW, server, task, phase.ordinal());
    }

    /** The run that the flow follows, -1 if none. */
    int runOfFlow(int server, int task) {
        return get(StateCell.FLOW_RUN, server, task) - 1;
    }

    ClientPhase client(int task) {
        return CLIENT_PHASES[get(StateCell.CLIENT, task)];
    }

    void client(int task, ClientPhase phase) {
        set(StateCell.CLIENT, task, phase.ordinal());
    }

    private static final StateCell[] CELLS = StateCell.values();
    private static final SlotPhase[] SLOT_PHASES = SlotPhase.values();
    private static final FlowPhase[] FLOW_PHASES = FlowPhase.values();
    private static final ClientPhase[] CLIENT_PHASES = ClientPhase.values();

    // Runs

    boolean anyRun(IntPredicate holds) {
        for (int run = 0; run < setup.count(By.RUN); run++) {
            if (holds.test(run)) {
                return true;
            }
        }
        return false;
    }

    /** A run that is nowhere yet, for a task of a queue server. */
    int newRun(int server, int task) {
        for (int run = 0; run < setup.count(By.RUN); run++) {
            if (!is(StateCell.RUN_TASK, run)) {
                set(StateCell.RUN_TASK, run, task + 1);
                set(StateCell.RUN_SERVER, run, server + 1);
                return run;
            }
        }
        throw new IllegalStateException("more runs of " + setup.allTasks() + " tasks at a time than the "
                + setup.count(By.RUN) + " that the model has room for");
    }

    boolean servedByLiving(int run) {
        return is(StateCell.SERVED_BY, run) && is(StateCell.PROCESS_UP, get(StateCell.SERVED_BY, run) - 1);
    }

    /** Whether a living queue server waits for the run, and so renews its keys. */
    boolean isAwaited(int run) {
        int task = get(StateCell.RUN_TASK, run) - 1;
        for (int server = 0; server < setup.servers(); server++) {
            boolean holds = runOfFlow(server, task) == run && flow(server, task).isActive();
            boolean willHold =
                    get(StateCell.ANSWER, server, task) == run + 1 || get(StateCell.NONCE, server, task) == run + 1;
            if (is(StateCell.SERVER_UP, server) && (holds || willHold)) {
                return true;
            }
        }
        return false;
    }

    boolean hasSlot(int run) {
        for (int slot = 0; slot < setup.allSlots(); slot++) {
            if (get(StateCell.SLOT_RUN, slot) == run + 1) {
                return true;
            }
        }
        return false;
    }

    /** Forgets all that nobody can notice any more, so that states differ only in what matters. */
    void forgetWhatIsOver() {
        for (int task = 0; task < setup.allTasks(); task++) {
            if (client(task) != ClientPhase.SENT) {
                set(StateCell.OUTPUTS, task, 0);
            }
        }
        for (int run = 0; run < setup.count(By.RUN); run++) {
            boolean unheard = !hasSlot(run) && !isAwaited(run) && !setup.has(SeededBug.OLD_LINK_HEARD);
            if (unheard) {
                set(StateCell.SERVED_BY, run, 0);
                set(StateCell.CONNECTION, run, 0);
            }
            if (unheard || get(StateCell.CONNECTION, run) == Value.GONE) {
                set(StateCell.SAID, run, 0);
            }
            forgetIgnoredNews(run);
            if (is(StateCell.RUN_TASK, run) && !isMentioned(run)) {
                for (StateCell cell : CELLS) {
                    if (cell.by.length == 1 && cell.by[0] == By.RUN) {
                        set(cell, run, 0);
                    }
                }
            }
        }
    }

    /** An arrival without keys and an end of something that is not counted: the scheduler takes both and does nothing. */
    private void forgetIgnoredNews(int run) {
        boolean counted = is(StateCell.QUEUED, run) || is(StateCell.EXECUTING, run) || is(StateCell.PROCESSING, run);
        if (!is(StateCell.HASH, run) && !hasSlot(run) && !is(StateCell.ENTRY, run)) {
            set(StateCell.INCOMING, run, 0);
            if (!counted && !isBelieved(run)) {
                set(StateCell.FINISHED, run, 0);
                for (int server = 0; server < setup.servers(); server++) {
                    set(StateCell.ABANDONING, server, run, 0);
                }
            }
        }
    }

    private boolean isMentioned(int run) {
        return isInRedis(run)
                || hasSlot(run)
                || isAwaited(run)
                || servedByLiving(run) && get(StateCell.CONNECTION, run) != Value.GONE
                || isBelieved(run)
                || isBeingAbandoned(run);
    }

    /** Whether Redis holds anything of the run. */
    boolean isInRedis(int run) {
        return is(StateCell.HASH, run)
                || is(StateCell.INCOMING, run)
                || is(StateCell.QUEUED, run)
                || is(StateCell.ENTRY, run)
                || is(StateCell.EXECUTING, run)
                || is(StateCell.PROCESSING, run)
                || is(StateCell.FINISHED, run);
    }

    private boolean isBelieved(int run) {
        for (int scheduler = 0; scheduler < setup.schedulers(); scheduler++) {
            if (is(StateCell.SEEN_WAITING, scheduler, run) || is(StateCell.SEEN_RUNNING, scheduler, run)) {
                return true;
            }
        }
        return false;
    }

    private boolean isBeingAbandoned(int run) {
        for (int server = 0; server < setup.servers(); server++) {
            if (is(StateCell.ABANDONING, server, run)) {
                return true;
            }
        }
        return false;
    }
}
