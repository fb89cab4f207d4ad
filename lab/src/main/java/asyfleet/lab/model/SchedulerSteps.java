package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.SlotPhase;
import asyfleet.lab.model.StateCell.Value;

/**
 * The steps of schedulers. A turn takes events, decides and applies; here every decision is a step of its own, so that
 * others may act between any two. Which of the waiting runs is dispatched is left open.
 */
final class SchedulerSteps {

    private final ModelSetup setup;
    private final ModelState now;
    private final StepSink sink;

    SchedulerSteps(ModelState now, StepSink sink) {
        this.setup = now.setup();
        this.now = now;
        this.sink = sink;
    }

    void all() {
        for (int scheduler = 0; scheduler < setup.schedulers(); scheduler++) {
            if (now.is(SCHEDULER_UP, scheduler)) {
                lease(scheduler);
                decide(scheduler);
            }
        }
    }

    private boolean isLeader(int scheduler) {
        return now.get(LEADER) == scheduler + 1;
    }

    private boolean mayDecide(int scheduler) {
        return now.is(LEADS, scheduler) && (isLeader(scheduler) || setup.has(SeededBug.FENCING_DROPPED));
    }

    private void lease(int scheduler) {
        if (!now.is(LEADS, scheduler) && !now.is(LEADER) && !now.is(FULL)) {
            ModelState next = now.copy();
            next.set(LEADER, 0, scheduler + 1);
            next.set(LEADS, scheduler, 1);
            sink.step(Move.ACQUIRE, scheduler, 0, next);
        }
        if (now.is(LEADS, scheduler) && !isLeader(scheduler)) {
            ModelState next = now.copy();
            next.set(LEADS, scheduler, 0);
            endTerm(next, scheduler);
            sink.step(Move.STAND_BY, scheduler, 0, next);
        }
    }

    /** The next term believes nothing that this one believed. */
    static void endTerm(ModelState next, int scheduler) {
        next.set(IN_TERM, scheduler, 0);
        next.set(SLOTS_SEEN, scheduler, 0);
        next.clearRow(SEEN_WAITING, scheduler);
        next.clearRow(SEEN_RUNNING, scheduler);
        next.clearRow(MISSED_ONCE, scheduler);
        next.clearRow(DOOMED, scheduler);
    }

    private void decide(int scheduler) {
        giveUpDead(scheduler);
        if (!mayDecide(scheduler)) {
            return;
        }
        if (!now.is(IN_TERM, scheduler)) {
            rebuild(scheduler);
        } else if (now.sumRow(DOOMED, scheduler) == 0) { // else the loop is busy with giving up
            take(scheduler);
            for (int run = 0; run < now.count(By.RUN); run++) {
                if (now.is(SEEN_WAITING, scheduler, run)) {
                    apply(scheduler, run);
                }
            }
            sweep(scheduler);
        }
    }

    /** Reports a script whose reply arrives, and the same one with its reply lost: then the term is over. */
    private void withOrWithoutReply(Move move, Move lost, int scheduler, int run, ModelState next) {
        sink.step(move, scheduler, run, next);
        ModelState unknown = next.copy();
        endTerm(unknown, scheduler);
        sink.step(lost, scheduler, run, unknown);
    }

    private void rebuild(int scheduler) {
        ModelState next = now.copy();
        next.set(IN_TERM, scheduler, 1);
        seeSlots(next, scheduler);
        for (int run = 0; run < now.count(By.RUN); run++) {
            boolean held = now.is(PROCESSING, run) || now.is(FINISHED, run) || now.is(ENTRY, run);
            next.set(EXECUTING, run, now.is(EXECUTING, run) && held ? 1 : 0);
            next.set(SEEN_RUNNING, scheduler, run, next.get(EXECUTING, run));
            next.set(QUEUED, run, now.is(QUEUED, run) && now.is(HASH, run) ? 1 : 0);
            next.set(SEEN_WAITING, scheduler, run, next.get(QUEUED, run));
        }
        sink.step(Move.REBUILD, scheduler, 0, next);
    }

    private void seeSlots(ModelState next, int scheduler) {
        next.set(SLOTS_SEEN, scheduler, next.sum(MEMBER) * setup.size().slots());
    }

    /** With or without a look at the backends: it comes only when the wait for their news has ended. */
    private void take(int scheduler) {
        if (now.is(BROUGHT_NEWS)) {
            ModelState next = now.copy();
            next.set(BROUGHT_NEWS, 0, 0);
            endTerm(next, scheduler);
            sink.step(Move.TAKE, scheduler, 0, next);
        } else {
            ModelState next = now.copy();
            seeSlots(next, scheduler);
            takeEvents(scheduler, next);
        }
        boolean hasNews = now.is(BROUGHT_NEWS)
                || now.get(SLOTS_SEEN, scheduler)
                        != now.sum(MEMBER) * setup.size().slots();
        if (hasNews && anyEvent()) {
            takeEvents(scheduler, now.copy());
        }
    }

    private boolean anyEvent() {
        return now.sum(FINISHED) + now.sum(INCOMING) > 0;
    }

    private void takeEvents(int scheduler, ModelState next) {
        for (int run = 0; run < now.count(By.RUN); run++) {
            if (now.is(FINISHED, run)) {
                next.set(FINISHED, run, 0);
                next.set(QUEUED, run, 0);
                next.set(EXECUTING, run, 0);
                next.set(PROCESSING, run, 0);
                believe(next, scheduler, run, false, false);
            }
            if (now.is(INCOMING, run)) {
                next.set(INCOMING, run, 0);
                if (now.is(HASH, run) && !now.is(QUEUED, run) && !now.is(EXECUTING, run)) {
                    next.set(QUEUED, run, 1);
                    believe(next, scheduler, run, true, false);
                }
            }
        }
        withOrWithoutReply(Move.TAKE, Move.LOSE_TAKE, scheduler, 0, next);
    }

    private static void believe(ModelState next, int scheduler, int run, boolean waiting, boolean running) {
        next.set(SEEN_WAITING, scheduler, run, waiting ? 1 : 0);
        next.set(SEEN_RUNNING, scheduler, run, running ? 1 : 0);
    }

    private void apply(int scheduler, int run) {
        int limit = now.get(SLOTS_SEEN, scheduler) + (setup.has(SeededBug.LIMIT_OFF_BY_ONE) ? 1 : 0);
        if (now.sumRow(SEEN_RUNNING, scheduler) < limit) {
            dispatch(scheduler, run);
        } else {
            deny(scheduler, run);
        }
    }

    private void dispatch(int scheduler, int run) {
        dispatch(scheduler, run, now.is(HASH, run));
        // Of a run that has just arrived nobody looks whether its client left: then its claim finds nothing to run.
        if (!now.is(HASH, run) && now.is(QUEUED, run)) {
            dispatch(scheduler, run, true);
        }
    }

    private void dispatch(int scheduler, int run, boolean toTheStream) {
        ModelState next = now.copy();
        next.set(QUEUED, run, 0);
        believe(next, scheduler, run, false, toTheStream || now.is(EXECUTING, run));
        if (toTheStream && !now.is(EXECUTING, run)) {
            next.set(EXECUTING, run, 1);
            BackendSteps.addEntry(next, run);
        }
        withOrWithoutReply(Move.DISPATCH, Move.LOSE_APPLY, scheduler, run, next);
    }

    /** Only for a run that finds no place: the model has no clock, and every wait may be too long. */
    private void deny(int scheduler, int run) {
        ModelState next = now.copy();
        believe(next, scheduler, run, false, false);
        if (now.is(QUEUED, run) || now.is(EXECUTING, run)) {
            next.set(QUEUED, run, 0);
            next.set(EXECUTING, run, 0);
            next.set(DENIED, run, 1);
        }
        sink.step(Move.DENY, scheduler, run, next);
    }

    private void sweep(int scheduler) {
        ModelState next = now.copy();
        for (int process = 0; process < setup.processes(); process++) {
            if (!now.is(PROCESS_LEASE, process)) {
                next.set(MEMBER, process, 0);
            }
        }
        seeSlots(next, scheduler);
        for (int run = 0; run < now.count(By.RUN); run++) {
            endIfGone(next, scheduler, run);
            putBackIfUnclaimed(next, scheduler, run);
        }
        missServers(next, scheduler);
        withOrWithoutReply(Move.SWEEP, Move.LOSE_SWEEP, scheduler, 0, next);
    }

    private void endIfGone(ModelState next, int scheduler, int run) {
        boolean taskGone = !now.is(ADDRESS, run) && !now.is(HASH, run);
        boolean slotGone = now.is(ADDRESS, run) && !now.is(PROCESS_LEASE, setup.processOf(now.get(ADDRESS, run) - 1));
        if (now.is(PROCESSING, run) && (taskGone || slotGone || isHeldNoMore(run))) {
            next.set(PROCESSING, run, 0);
            next.set(EXECUTING, run, 0);
            believe(next, scheduler, run, false, false);
        }
    }

    /** Its slot lives and does not renew it. A slot renews a run in time, from its claim to its end. */
    private boolean isHeldNoMore(int run) {
        if (!now.is(ADDRESS, run)) {
            return false;
        }
        int slot = now.get(ADDRESS, run) - 1;
        SlotPhase phase = now.slot(slot);
        return now.runOfSlot(slot) != run || phase == SlotPhase.FREE || phase == SlotPhase.ENDED;
    }

    private void putBackIfUnclaimed(ModelState next, int scheduler, int run) {
        if (!isUnclaimedForLong(run)) {
            return;
        }
        next.set(ENTRY, run, 0);
        next.set(IDLE, run, 0);
        if (now.is(EXECUTING, run)) {
            next.set(EXECUTING, run, 0);
            boolean putBack = !setup.has(SeededBug.REQUEUE_FORGOTTEN);
            next.set(QUEUED, run, putBack ? 1 : 0);
            believe(next, scheduler, run, putBack, false);
        }
    }

    /** An entry that a living slot has, or that a living process could read, grows old only by a fault. */
    private boolean isUnclaimedForLong(int run) {
        int entry = now.get(ENTRY, run);
        if (entry == 0) {
            return false;
        }
        if (entry == Value.UNDELIVERED) {
            boolean nobodyReads = now.sum(PROCESS_UP) == 0;
            return !setup.has(SeededBug.SWEEP_ONLY_DELIVERED) && (nobodyReads || now.is(IDLE, run));
        }
        boolean readerIsDead = !now.is(PROCESS_UP, setup.processOf(Value.readerOf(entry)));
        return readerIsDead || now.is(IDLE, run);
    }

    /** A queue server whose lease two sweeps in a row miss is given up; only those with tasks are looked at. */
    private void missServers(ModelState next, int scheduler) {
        for (int server = 0; server < setup.servers(); server++) {
            boolean missed = !now.is(SERVER_LEASE, server) && hasTasks(next, scheduler, server);
            next.set(DOOMED, scheduler, server, missed && now.is(MISSED_ONCE, scheduler, server) ? 1 : 0);
            next.set(MISSED_ONCE, scheduler, server, missed ? 1 : 0);
        }
    }

    private boolean hasTasks(ModelState next, int scheduler, int server) {
        return next.anyRun(run -> isOf(next, scheduler, server, run));
    }

    private static boolean isOf(ModelState state, int scheduler, int server, int run) {
        boolean known = state.is(SEEN_WAITING, scheduler, run) || state.is(SEEN_RUNNING, scheduler, run);
        return known && state.get(RUN_SERVER, run) == server + 1;
    }

    private void giveUpDead(int scheduler) {
        boolean allowed = mayDecide(scheduler) || setup.has(SeededBug.GIVING_UP_UNFENCED);
        for (int server = 0; allowed && server < setup.servers(); server++) {
            if (now.is(DOOMED, scheduler, server)) {
                ModelState next = now.copy();
                next.set(DOOMED, scheduler, server, 0);
                for (int run = 0; run < now.count(By.RUN); run++) {
                    if (isOf(now, scheduler, server, run)) {
                        ServerSteps.abandon(next, run);
                    }
                }
                sink.step(Move.GIVE_UP_DEAD, scheduler, server, next);
            }
        }
    }
}
