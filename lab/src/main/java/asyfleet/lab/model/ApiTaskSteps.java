package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.ClientPhase;
import asyfleet.lab.model.StateCell.FlowPhase;

/** The steps of queue servers with tasks of {@code /api/tasks}, which outlive the server that took them. */
final class ApiTaskSteps {

    private final ModelSetup setup;
    private final ModelState now;
    private final StepSink sink;

    ApiTaskSteps(ModelState now, StepSink sink) {
        this.setup = now.setup();
        this.now = now;
        this.sink = sink;
    }

    void all() {
        for (int server = 0; server < setup.servers(); server++) {
            if (now.is(SERVER_UP, server)) {
                for (int task = setup.tasks(); task < setup.allTasks(); task++) {
                    own(server, task);
                }
                look(server);
            }
        }
    }

    private void own(int server, int task) {
        if (!now.flow(server, task).isActive()) {
            return;
        }
        int owner = now.get(OWNER, task);
        boolean mayEnd = setup.has(SeededBug.OWNER_NOT_CHECKED);
        if (owner == 0) {
            putBack(server, task);
        } else if ((owner != server + 1 || now.is(OUTCOME, task)) && !mayEnd) {
            stopStale(server, task);
        } else if (now.flow(server, task) == FlowPhase.WRITING) {
            writeEnd(server, task);
        }
    }

    private void putBack(int server, int task) {
        if (!now.is(FULL)) {
            ModelState next = now.copy();
            next.set(OWNER, task, server + 1);
            sink.step(Move.PUT_BACK, server, task, next);
        }
    }

    private void stopStale(int server, int task) {
        ModelState next = now.copy();
        ServerSteps.stop(next, server, task);
        sink.step(Move.STOP_STALE, server, task, next);
    }

    private void writeEnd(int server, int task) {
        ModelState next = now.copy();
        next.set(OUTCOME, task, 1);
        next.set(ENDS, task, now.get(ENDS, task) + 1);
        next.client(task, ClientPhase.ENDED);
        ServerSteps.over(next, server, task);
        sink.step(Move.WRITE_END, server, task, next);
    }

    /** A queue server adopts while its own lease lives, from one whose lease it misses for the second time. */
    private void look(int server) {
        for (int other = 0; other < setup.servers(); other++) {
            boolean missing = other != server && !now.is(SERVER_LEASE, other) && ownsTasks(other);
            boolean mayAdopt = now.is(SERVER_LEASE, server) || setup.has(SeededBug.ADOPT_WITHOUT_LEASE);
            if (missing && mayAdopt) {
                ModelState next = now.copy();
                if (now.is(LOOKED_ONCE, server, other)) {
                    adopt(next, server, other);
                    sink.step(Move.ADOPT, server, other, next);
                } else {
                    next.set(LOOKED_ONCE, server, other, 1);
                    sink.step(Move.LOOK_FOR_DEAD, server, other, next);
                }
            } else if (now.is(LOOKED_ONCE, server, other)) {
                ModelState next = now.copy();
                next.set(LOOKED_ONCE, server, other, 0);
                sink.step(Move.LOOK_FOR_DEAD, server, other, next);
            }
        }
    }

    private boolean ownsTasks(int server) {
        for (int task = setup.tasks(); task < setup.allTasks(); task++) {
            if (now.get(OWNER, task) == server + 1 && !now.is(OUTCOME, task)) {
                return true;
            }
        }
        return false;
    }

    private void adopt(ModelState next, int server, int other) {
        next.set(LOOKED_ONCE, server, other, 0);
        for (int task = setup.tasks(); task < setup.allTasks(); task++) {
            if (now.get(OWNER, task) == other + 1 && !now.is(OUTCOME, task)) {
                next.set(OWNER, task, server + 1);
                next.set(ADOPTIONS, task, now.get(ADOPTIONS, task) + 1);
                if (!now.flow(server, task).isActive()) { // else its own old run goes on
                    begin(next, server, task);
                }
            }
        }
    }

    /** Begins the task. Output that was told before is void: the event {@code restarted} says so. */
    private void begin(ModelState next, int server, int task) {
        next.set(OUTPUTS, task, 0);
        boolean tooOften = next.get(ADOPTIONS, task) > ModelSetup.MOST_ADOPTIONS;
        next.flow(server, task, tooOften ? FlowPhase.WRITING : FlowPhase.SUBMITTING);
        next.set(RUNS, server, task, 1);
        next.set(NONCE, server, task, 0);
    }
}
