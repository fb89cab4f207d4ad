package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.By.PROCESS;
import static asyfleet.lab.model.StateCell.By.RUN;
import static asyfleet.lab.model.StateCell.By.SCHEDULER;
import static asyfleet.lab.model.StateCell.By.SERVER;
import static asyfleet.lab.model.StateCell.By.SLOT;
import static asyfleet.lab.model.StateCell.By.TASK;

/**
 * The variables of the model. Each is a table of small numbers, by the things that it speaks of. 0 always means "no" or
 * "none"; where a value names a thing, it is the thing's index plus one.
 *
 * <p>A <i>task</i> is what a client sent. A <i>run</i> is one submission of it: the ID that Redis gave out.
 */
enum StateCell {

    // Redis: the keys of a run
    INCOMING(true, RUN),
    QUEUED(true, RUN),
    /** The entry in {@code queue.outcoming}: {@link Value#UNDELIVERED}, or the slot that read it. */
    ENTRY(true, RUN),
    /** A living slot was stalled for so long that the sweep takes the entry for unclaimed. */
    IDLE(true, RUN),
    EXECUTING(true, RUN),
    PROCESSING(true, RUN),
    FINISHED(true, RUN),
    /** {@code task:ID}: {@link Value#STORED} by the queue server or {@link Value#BROUGHT} back by a slot. */
    HASH(true, RUN),
    /** The fields {@code address} and {@code backend} of the hash: the slot that claimed the run. */
    ADDRESS(true, RUN),
    /** {@code task:ID:backend}: the queue server can read the address. */
    TOLD(true, RUN),
    DENIED(true, RUN),

    // Redis: leases, members, asynchronous tasks
    LEADER(true),
    BROUGHT_NEWS(true),
    PROCESS_LEASE(true, PROCESS),
    MEMBER(true, PROCESS),
    SERVER_LEASE(true, SERVER),
    NONCE(true, SERVER, TASK),
    OWNER(true, TASK),
    OUTCOME(true, TASK),
    ADOPTIONS(true, TASK),
    /** Redis is at its memory limit: nothing new can be written. */
    FULL(true),

    // Schedulers: what each believes
    SCHEDULER_UP(false, SCHEDULER),
    LEADS(false, SCHEDULER),
    /** Whether it has read the fleet since it began to lead. */
    IN_TERM(false, SCHEDULER),
    SLOTS_SEEN(false, SCHEDULER),
    SEEN_WAITING(false, SCHEDULER, RUN),
    SEEN_RUNNING(false, SCHEDULER, RUN),
    MISSED_ONCE(false, SCHEDULER, SERVER),
    /** Queue servers that two sweeps missed, and whose tasks it is about to give up. */
    DOOMED(false, SCHEDULER, SERVER),

    // Backend processes
    PROCESS_UP(false, PROCESS),
    /** A {@link SlotPhase}. */
    SLOT_PHASE(false, SLOT),
    SLOT_RUN(false, SLOT),
    /** Whether the entry that the slot read is still the run's present one: entries of a stream have IDs. */
    SLOT_ENTRY(false, SLOT),
    SERVED_BY(false, RUN),
    /** The connection of a claimed run, as its process sees it; see {@link Value}. */
    CONNECTION(false, RUN),
    /** Messages that the run has said: 1 the output, 2 also {@code complete}. */
    SAID(false, RUN),

    // Queue servers
    SERVER_UP(false, SERVER),
    /** A {@link FlowPhase}. */
    FLOW(false, SERVER, TASK),
    FLOW_RUN(false, SERVER, TASK),
    /** The answer to a submission that is on its way back: the run. */
    ANSWER(false, SERVER, TASK),
    UNANSWERED(false, SERVER, TASK),
    RUNS(false, SERVER, TASK),
    HEARD(false, SERVER, TASK),
    /** Whether the client has the output already, so that the next run's is held back. */
    PASSED_ON(false, SERVER, TASK),
    /** 1 the request to give the run up is under way, 2 its slot is about to be told. */
    ABANDONING(false, SERVER, RUN),
    LOOKED_ONCE(false, SERVER, SERVER),

    // Clients, and what the search itself counts
    /** A {@link ClientPhase}. */
    CLIENT(false, TASK),
    ENDS(false, TASK),
    OUTPUTS(false, TASK),
    RUN_TASK(false, RUN),
    RUN_SERVER(false, RUN),
    FAULTS(false);

    /** The things of which a model has several. */
    enum By {
        TASK,
        RUN,
        SERVER,
        SCHEDULER,
        PROCESS,
        SLOT
    }

    final boolean inRedis;
    final By[] by;

    StateCell(boolean inRedis, By... by) {
        this.inRedis = inRedis;
        this.by = by;
    }

    /** Values of cells that are neither flags nor names of things. */
    static final class Value {

        static final int UNDELIVERED = 1;
        static final int WITHDRAWN = 100;
        static final int STORED = 1;
        static final int BROUGHT = 2;

        /** Of a connection; the others are made by {@link #connected} and {@link #broken}. */
        static final int AWAITED = 1;

        static final int GONE = 2;

        private Value() {}

        static int readBy(int slot) {
            return 2 + slot;
        }

        static int readerOf(int entry) {
            return entry - 2;
        }

        static int connected(int server) {
            return 3 + 2 * server;
        }

        /** Closed or cut on its way, and the process has not noticed. */
        static int broken(int server) {
            return 4 + 2 * server;
        }
    }

    /** The life of a slot; see {@code SlotTable}. */
    enum SlotPhase {
        FREE,
        /** It has read an entry, and its claim is on the way. */
        CLAIMING,
        /** Redis gave it the run, and the reply is on its way. */
        WON,
        RUNNING,
        /** The execution is over, and Redis has not been told. */
        ENDED
    }

    /** The life of a task on a queue server; see {@code TaskFlow}. */
    enum FlowPhase {
        NONE,
        SUBMITTING,
        WAITING,
        CALLING,
        TALKING,
        /** Nobody waits any more for the answer to its submission. */
        LEAVING,
        /** The submission is to be taken back. */
        WITHDRAWING,
        /** Its end is to be written to {@code api.task:ID}. */
        WRITING,
        OVER;

        boolean isActive() {
            return this == SUBMITTING || this == WAITING || this == CALLING || this == TALKING || this == WRITING;
        }
    }

    /** The life of a task as its client sees it. */
    enum ClientPhase {
        NEW,
        SENT,
        ENDED,
        LEFT,
        /** Its connection died with its queue server. */
        CUT,
        /** Its owner died and Redis lost its data: both copies of the task are gone. */
        LOST
    }
}
