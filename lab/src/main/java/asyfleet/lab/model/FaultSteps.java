package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.ClientPhase;
import asyfleet.lab.model.StateCell.FlowPhase;
import asyfleet.lab.model.StateCell.SlotPhase;
import asyfleet.lab.model.StateCell.Value;

/**
 * The faults that are not lost replies, and what follows from a death by itself. A dead process never comes back: one that
 * is started in its place is another.
 */
final class FaultSteps {

    private final ModelSetup setup;
    private final ModelState now;
    private final StepSink sink;

    FaultSteps(ModelState now, StepSink sink) {
        this.setup = now.setup();
        this.now = now;
        this.sink = sink;
    }

    void all() {
        for (int server = 0; server < setup.servers(); server++) {
            server(server);
        }
        for (int scheduler = 0; scheduler < setup.schedulers(); scheduler++) {
            scheduler(scheduler);
        }
        for (int process = 0; process < setup.processes(); process++) {
            process(process);
        }
        for (int run = 0; run < now.count(By.RUN); run++) {
            stallClaim(run);
        }
        redis();
    }

    /** The last queue server does not die: without one nobody can be told anything. */
    private void server(int server) {
        boolean up = now.is(SERVER_UP, server);
        if (up && now.sum(SERVER_UP) > 1) {
            crashServer(server);
        }
        if (now.is(SERVER_LEASE, server)) {
            ModelState next = now.copy();
            next.set(SERVER_LEASE, server, 0);
            sink.step(up ? Move.STALL_SERVER : Move.SERVER_LEASE_ENDS, server, 0, next);
        }
        for (int process = 0; up && process < setup.processes(); process++) {
            cutLink(server, process);
        }
    }

    private void crashServer(int server) {
        ModelState next = now.copy();
        next.set(SERVER_UP, server, 0);
        for (int task = 0; task < setup.allTasks(); task++) {
            boolean active = now.flow(server, task).isActive();
            ServerSteps.over(next, server, task);
            next.flow(server, task, FlowPhase.NONE);
            next.set(NONCE, server, task, 0);
            if (active && !setup.isApi(task) && now.client(task) == ClientPhase.SENT) {
                next.client(task, ClientPhase.CUT);
            }
        }
        for (int run = 0; run < now.count(By.RUN); run++) {
            next.set(ABANDONING, server, run, 0);
            if (now.get(CONNECTION, run) == Value.connected(server)) {
                next.set(CONNECTION, run, Value.broken(server));
            }
        }
        next.clearRow(LOOKED_ONCE, server);
        loseTasksWithoutCopy(next);
        sink.step(Move.CRASH_SERVER, server, 0, next);
    }

    /** A task that neither Redis nor a queue server has is lost: the documents say so of these two faults together. */
    private void loseTasksWithoutCopy(ModelState next) {
        for (int task = setup.tasks(); task < setup.allTasks(); task++) {
            if (next.client(task) == ClientPhase.SENT && !next.is(OWNER, task) && !isHeld(next, task)) {
                next.client(task, ClientPhase.LOST);
            }
        }
    }

    private boolean isHeld(ModelState next, int task) {
        for (int server = 0; server < setup.servers(); server++) {
            if (next.flow(server, task).isActive()) {
                return true;
            }
        }
        return false;
    }

    private void cutLink(int server, int process) {
        ModelState next = now.copy();
        for (int run = 0; run < now.count(By.RUN); run++) {
            boolean onLink = now.get(SERVED_BY, run) == process + 1 && now.is(PROCESS_UP, process);
            if (onLink && now.get(CONNECTION, run) == Value.connected(server)) {
                next.set(CONNECTION, run, Value.broken(server));
            }
        }
        if (!next.key().equals(now.key())) {
            sink.step(Move.CUT_LINK, server, process, next);
        }
    }

    private void scheduler(int scheduler) {
        boolean up = now.is(SCHEDULER_UP, scheduler);
        if (up) {
            ModelState next = now.copy();
            next.set(SCHEDULER_UP, scheduler, 0);
            next.set(LEADS, scheduler, 0);
            SchedulerSteps.endTerm(next, scheduler);
            sink.step(Move.CRASH_SCHEDULER, scheduler, 0, next);
        }
        if (now.get(LEADER) == scheduler + 1) {
            ModelState next = now.copy();
            next.set(LEADER, 0, 0);
            sink.step(up ? Move.STALL_SCHEDULER : Move.LEADER_LEASE_ENDS, scheduler, 0, next);
        }
    }

    private void process(int process) {
        boolean up = now.is(PROCESS_UP, process);
        if (up) {
            ModelState next = now.copy();
            next.set(PROCESS_UP, process, 0);
            for (int slot = 0; slot < setup.allSlots(); slot++) {
                if (setup.processOf(slot) == process) {
                    next.slot(slot, SlotPhase.FREE);
                }
            }
            sink.step(Move.CRASH_PROCESS, process, 0, next);
        }
        if (now.is(PROCESS_LEASE, process)) {
            ModelState next = now.copy();
            next.set(PROCESS_LEASE, process, 0);
            sink.step(up ? Move.STALL_PROCESS : Move.PROCESS_LEASE_ENDS, process, 0, next);
        }
    }

    private void stallClaim(int run) {
        if (now.is(ENTRY, run) && !now.is(IDLE, run)) {
            ModelState next = now.copy();
            next.set(IDLE, run, 1);
            sink.step(Move.STALL_CLAIM, 0, run, next);
        }
    }

    private void redis() {
        if (now.is(FULL)) {
            ModelState next = now.copy();
            next.set(FULL, 0, 0);
            sink.step(Move.ROOM_AGAIN, 0, 0, next);
        } else if (setup.size().apiTasks() > 0) {
            ModelState next = now.copy();
            next.set(FULL, 0, 1);
            next.clear(SERVER_LEASE);
            next.clear(PROCESS_LEASE);
            next.clear(LEADER);
            sink.step(Move.FILL, 0, 0, next);
        }
        loseData();
    }

    /** With its data Redis loses the ends that it kept: such a task may be told to have ended once more. */
    private void loseData() {
        ModelState next = now.copy();
        for (StateCell cell : StateCell.values()) {
            if (cell.inRedis) {
                next.clear(cell);
            }
        }
        for (int task = setup.tasks(); task < setup.allTasks(); task++) {
            next.set(ENDS, task, 0);
        }
        loseTasksWithoutCopy(next);
        sink.step(Move.LOSE_DATA, 0, 0, next);
    }
}
