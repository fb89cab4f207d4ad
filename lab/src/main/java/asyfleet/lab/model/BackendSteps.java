package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.SlotPhase;
import asyfleet.lab.model.StateCell.Value;

/** The steps of backend processes and their slots. */
final class BackendSteps {

    private final ModelSetup setup;
    private final ModelState now;
    private final StepSink sink;

    BackendSteps(ModelState now, StepSink sink) {
        this.setup = now.setup();
        this.now = now;
        this.sink = sink;
    }

    void all() {
        for (int slot = 0; slot < setup.allSlots(); slot++) {
            if (now.is(PROCESS_UP, setup.processOf(slot))) {
                slot(slot);
            }
        }
        for (int process = 0; process < setup.processes(); process++) {
            if (now.is(PROCESS_UP, process)) {
                renew(process);
                noticeEndedLinks(process);
                stopWaiting(process);
            }
        }
    }

    /** Puts a new entry into the stream. A stalled slot may still hold an old one of the same run. */
    static void addEntry(ModelState next, int run) {
        next.set(ENTRY, run, Value.UNDELIVERED);
        for (int slot = 0; slot < next.setup().allSlots(); slot++) {
            if (next.runOfSlot(slot) == run) {
                next.set(SLOT_ENTRY, slot, 0);
            }
        }
    }

    private void slot(int slot) {
        int run = now.runOfSlot(slot);
        switch (now.slot(slot)) {
            case FREE -> read(slot);
            case CLAIMING -> {
                claim(slot, run);
                handBack(slot, run);
            }
            case WON -> hearWon(slot, run);
            case RUNNING -> say(slot, run);
            case ENDED -> finish(slot, run);
        }
    }

    private void read(int slot) {
        for (int run = 0; run < now.count(By.RUN); run++) {
            int entry = now.get(ENTRY, run);
            if (entry == Value.UNDELIVERED) {
                hold(Move.READ, slot, run);
            } else if (entry != 0 && !now.is(PROCESS_UP, setup.processOf(Value.readerOf(entry)))) {
                hold(Move.TAKE_OVER, slot, run);
            }
        }
    }

    private void hold(Move move, int slot, int run) {
        ModelState next = now.copy();
        next.set(ENTRY, run, Value.readBy(slot));
        next.slot(slot, SlotPhase.CLAIMING);
        next.set(SLOT_RUN, slot, run + 1);
        next.set(SLOT_ENTRY, slot, 1);
        sink.step(move, slot, run, next);
    }

    /** Whoever read the entry: it is acknowledged by its ID. An entry that was put back and dispatched has another. */
    private boolean isItsEntry(int slot, int run) {
        return now.get(ENTRY, run) >= Value.readBy(0) && now.is(SLOT_ENTRY, slot);
    }

    private void claim(int slot, int run) {
        ModelState next = now.copy();
        if (now.get(ADDRESS, run) == slot + 1) {
            next.slot(slot, SlotPhase.WON);
        } else if (!isItsEntry(slot, run) && !setup.has(SeededBug.ENTRY_NOT_CHECKED)) {
            drop(next, slot, run);
        } else {
            next.set(ENTRY, run, 0);
            next.set(IDLE, run, 0);
            if (now.is(HASH, run)) {
                win(next, slot, run);
            } else {
                next.set(FINISHED, run, 1);
                drop(next, slot, run);
            }
        }
        sink.step(Move.CLAIM, slot, run, next);
    }

    /** A client that was faster than the claim's reply is sent away. */
    private void drop(ModelState next, int slot, int run) {
        next.slot(slot, SlotPhase.FREE);
        if (now.get(SERVED_BY, run) == setup.processOf(slot) + 1) {
            next.set(CONNECTION, run, Value.GONE);
        }
    }

    private void win(ModelState next, int slot, int run) {
        next.set(PROCESSING, run, 1);
        next.set(ADDRESS, run, slot + 1);
        next.set(TOLD, run, 1);
        next.slot(slot, SlotPhase.WON);
        next.set(SERVED_BY, run, setup.processOf(slot) + 1);
        next.set(CONNECTION, run, Value.AWAITED);
        next.set(SAID, run, 0);
    }

    private void handBack(int slot, int run) {
        if (isItsEntry(slot, run)) {
            ModelState next = now.copy();
            addEntry(next, run);
            next.slot(slot, SlotPhase.FREE);
            sink.step(Move.HAND_BACK, slot, run, next);
        }
    }

    /** Nothing is started for a client that has come and gone. */
    private void hearWon(int slot, int run) {
        ModelState next = now.copy();
        next.slot(slot, now.get(CONNECTION, run) == Value.GONE ? SlotPhase.ENDED : SlotPhase.RUNNING);
        next.set(SLOT_ENTRY, slot, 0);
        sink.step(Move.HEAR_WON, slot, run, next);

        ModelState again = now.copy();
        again.slot(slot, SlotPhase.CLAIMING);
        sink.step(Move.LOSE_CLAIM, slot, run, again);
    }

    private void say(int slot, int run) {
        ModelState next = now.copy();
        next.set(SAID, run, now.get(SAID, run) + 1);
        if (now.get(SAID, run) == 0) {
            sink.step(Move.SAY_OUTPUT, slot, run, next);
        } else {
            next.slot(slot, SlotPhase.ENDED);
            sink.step(Move.SAY_COMPLETE, slot, run, next);
        }
    }

    private void finish(int slot, int run) {
        ModelState next = now.copy();
        if (now.is(PROCESSING, run)) {
            next.set(PROCESSING, run, 0);
            next.set(FINISHED, run, setup.has(SeededBug.FINISH_UNTOLD) ? 0 : 1);
        }
        ModelState unheard = next.copy();
        next.slot(slot, SlotPhase.FREE);
        sink.step(Move.FINISH, slot, run, next);
        sink.step(Move.LOSE_FINISH, slot, run, unheard);
        forgetFinish(slot, run);
    }

    /** The slot heard that its end was written, and the replica that becomes the master never did. */
    private void forgetFinish(int slot, int run) {
        if (now.is(PROCESSING, run)) {
            ModelState next = now.copy();
            next.slot(slot, SlotPhase.FREE);
            sink.step(Move.FORGET_FINISH, slot, run, next);
        }
    }

    private void renew(int process) {
        ModelState next = now.copy();
        next.set(PROCESS_LEASE, process, 1);
        next.set(MEMBER, process, 1);
        for (int slot = 0; slot < setup.allSlots(); slot++) {
            if (setup.processOf(slot) == process && now.slot(slot) == SlotPhase.RUNNING) {
                bringBack(next, slot, now.runOfSlot(slot));
            }
        }
        if (!now.is(FULL) && !next.sameInRedis(now)) {
            sink.step(Move.RENEW_PROCESS, process, 0, next);
        }
    }

    private void bringBack(ModelState next, int slot, int run) {
        if (!now.is(PROCESSING, run)) {
            next.set(PROCESSING, run, 1);
            next.set(EXECUTING, run, 1);
            next.set(HASH, run, Value.BROUGHT);
            next.set(ADDRESS, run, slot + 1);
            next.set(BROUGHT_NEWS, 0, setup.has(SeededBug.NEWS_UNTOLD) ? 0 : 1);
        }
    }

    /** One link carries all tasks of a queue server, so all of them end together. */
    private void noticeEndedLinks(int process) {
        for (int server = 0; server < setup.servers(); server++) {
            int broken = Value.broken(server);
            ModelState next = now.copy();
            boolean any = false;
            for (int run = 0; run < now.count(By.RUN); run++) {
                if (now.get(SERVED_BY, run) == process + 1 && now.get(CONNECTION, run) == broken) {
                    loseClient(next, run);
                    any = true;
                }
            }
            if (any) {
                sink.step(Move.NOTICE_LINK_ENDED, process, server, next);
            }
        }
    }

    /** A run that nobody listens to is aborted. */
    static void loseClient(ModelState next, int run) {
        next.set(CONNECTION, run, Value.GONE);
        for (int slot = 0; slot < next.setup().allSlots(); slot++) {
            if (next.runOfSlot(slot) == run && next.slot(slot) == SlotPhase.RUNNING) {
                next.slot(slot, SlotPhase.ENDED);
            }
        }
    }

    /** A client that is on its way comes in time, unless something is slow. */
    private void stopWaiting(int process) {
        for (int run = 0; run < now.count(By.RUN); run++) {
            if (now.get(SERVED_BY, run) == process + 1 && now.get(CONNECTION, run) == Value.AWAITED) {
                ModelState next = now.copy();
                loseClient(next, run);
                boolean clientComes = now.isAwaited(run) && now.is(TOLD, run);
                sink.step(clientComes ? Move.STALL_CALL : Move.STOP_WAITING, process, run, next);
            }
        }
    }
}
