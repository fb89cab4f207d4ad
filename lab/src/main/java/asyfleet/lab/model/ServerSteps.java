package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.ClientPhase;
import asyfleet.lab.model.StateCell.FlowPhase;
import asyfleet.lab.model.StateCell.Value;

/** The steps of queue servers and of the clients at them. */
final class ServerSteps {

    private final ModelSetup setup;
    private final ModelState now;
    private final StepSink sink;

    ServerSteps(ModelState now, StepSink sink) {
        this.setup = now.setup();
        this.now = now;
        this.sink = sink;
    }

    void all() {
        for (int server = 0; server < setup.servers(); server++) {
            if (now.is(SERVER_UP, server)) {
                renewLease(server);
                hearEndedLinks(server);
                for (int run = 0; run < now.count(By.RUN); run++) {
                    giveUp(server, run);
                }
                for (int task = 0; task < setup.allTasks(); task++) {
                    flow(server, task);
                }
            }
        }
        send();
        keysGo();
    }

    private void flow(int server, int task) {
        switch (now.flow(server, task)) {
            case SUBMITTING, LEAVING -> submit(server, task);
            case WITHDRAWING -> {
                execute(server, task); // what Redis has not answered it may still read
                withdraw(server, task);
            }
            case WAITING -> hearNews(server, task);
            case CALLING -> {
                connect(server, task);
                hearForgotten(server, task);
            }
            case TALKING -> listen(server, task);
            case WRITING, NONE, OVER -> {}
        }
        if (setup.has(SeededBug.OLD_LINK_HEARD)) {
            hearOldLink(server, task);
        }
        if (setup.leaving() && now.flow(server, task).isActive() && !setup.isApi(task)) {
            leave(server, task);
        }
    }

    // Clients

    /** All tasks go to the first living queue server: the others are there to adopt them. */
    private void send() {
        for (int task = 0; task < setup.allTasks(); task++) {
            int server = firstServer();
            boolean hasRoom = !setup.isApi(task) || !now.is(FULL);
            if (now.client(task) == ClientPhase.NEW && server >= 0 && hasRoom) {
                ModelState next = now.copy();
                next.client(task, ClientPhase.SENT);
                next.flow(server, task, FlowPhase.SUBMITTING);
                if (setup.isApi(task)) {
                    next.set(OWNER, task, server + 1);
                }
                sink.step(Move.SEND, server, task, next);
                return; // tasks are alike: they come in order
            }
        }
    }

    private int firstServer() {
        for (int server = 0; server < setup.servers(); server++) {
            if (now.is(SERVER_UP, server)) {
                return server;
            }
        }
        return -1;
    }

    private void leave(int server, int task) {
        ModelState next = now.copy();
        next.client(task, ClientPhase.LEFT);
        if (!setup.has(SeededBug.GONE_CLIENT_ANSWERED)) {
            stop(next, server, task);
        }
        sink.step(Move.LEAVE, server, task, next);
    }

    /** Nobody waits any more: gives the task up wherever it is. */
    static void stop(ModelState next, int server, int task) {
        int run = next.runOfFlow(server, task);
        FlowPhase phase = next.flow(server, task);
        if (phase == FlowPhase.SUBMITTING) {
            next.flow(server, task, FlowPhase.LEAVING);
            return;
        }
        if (phase == FlowPhase.TALKING) {
            close(next, server, run);
        } else if (run >= 0) {
            next.set(ABANDONING, server, run, 1);
        }
        over(next, server, task);
    }

    private static void close(ModelState next, int server, int run) {
        if (next.get(CONNECTION, run) == Value.connected(server)) {
            next.set(CONNECTION, run, Value.broken(server));
        }
    }

    static void over(ModelState next, int server, int task) {
        next.flow(server, task, FlowPhase.OVER);
        for (StateCell cell : new StateCell[] {FLOW_RUN, ANSWER, UNANSWERED, RUNS, HEARD, PASSED_ON}) {
            next.set(cell, server, task, 0);
        }
    }

    // Submitting

    private void submit(int server, int task) {
        boolean unanswered = now.is(UNANSWERED, server, task);
        if (now.is(ANSWER, server, task)) {
            hearAccepted(server, task);
        } else {
            execute(server, task);
            if (unanswered && now.flow(server, task) == FlowPhase.LEAVING) {
                ModelState next = now.copy();
                next.flow(server, task, FlowPhase.WITHDRAWING);
                sink.step(Move.WITHDRAW, server, task, next);
            } else if (unanswered && !now.is(RUNS, server, task)) {
                patienceEnds(server, task);
            }
        }
        if (!unanswered) {
            ModelState next = now.copy();
            next.set(ANSWER, server, task, 0);
            next.set(UNANSWERED, server, task, 1);
            sink.step(Move.LOSE_ANSWER, server, task, next);
        }
    }

    /**
     * A queue server renews its lease more often than a sweep looks for it. So one that was stalled has it back before it
     * can lose what it submits.
     */
    private void execute(int server, int task) {
        if (now.is(FULL) || !now.is(SERVER_LEASE, server) || now.get(NONCE, server, task) == Value.WITHDRAWN) {
            return;
        }
        ModelState next = now.copy();
        if (!now.is(NONCE, server, task)) {
            int run = next.newRun(server, task);
            next.set(HASH, run, Value.STORED);
            next.set(INCOMING, run, 1);
            next.set(NONCE, server, task, run + 1);
        }
        if (now.flow(server, task) != FlowPhase.WITHDRAWING) {
            next.set(ANSWER, server, task, next.get(NONCE, server, task));
        }
        sink.step(Move.SUBMIT, server, task, next);
    }

    /** The end of an asynchronous task still has to be written, so its submission is withdrawn in the same step. */
    private void patienceEnds(int server, int task) {
        ModelState next = now.copy();
        if (setup.isApi(task)) {
            withdraw(next, server, task);
            next.flow(server, task, FlowPhase.WRITING);
        } else {
            end(next, server, task);
            next.flow(server, task, FlowPhase.WITHDRAWING);
        }
        sink.step(Move.PATIENCE_ENDS, server, task, next);
    }

    private void hearAccepted(int server, int task) {
        ModelState next = now.copy();
        int run = now.get(ANSWER, server, task) - 1;
        forgetSubmission(next, server, task);
        if (now.flow(server, task) == FlowPhase.LEAVING) {
            next.set(ABANDONING, server, run, 1);
            over(next, server, task);
        } else {
            next.flow(server, task, FlowPhase.WAITING);
            next.set(FLOW_RUN, server, task, run + 1);
            next.set(RUNS, server, task, Math.max(1, now.get(RUNS, server, task)));
        }
        sink.step(Move.HEAR_ACCEPTED, server, task, next);
    }

    private static void forgetSubmission(ModelState next, int server, int task) {
        next.set(ANSWER, server, task, 0);
        next.set(UNANSWERED, server, task, 0);
        next.set(NONCE, server, task, 0);
    }

    private void withdraw(int server, int task) {
        ModelState next = now.copy();
        withdraw(next, server, task);
        sink.step(Move.WITHDRAW, server, task, next);
    }

    private void withdraw(ModelState next, int server, int task) {
        if (now.is(NONCE, server, task)) {
            next.set(ABANDONING, server, now.get(NONCE, server, task) - 1, 1);
        }
        next.set(NONCE, server, task, Value.WITHDRAWN);
        over(next, server, task);
    }

    /** Begins a run, under a new nonce. */
    private static void submitAgain(ModelState next, int server, int task) {
        forgetSubmission(next, server, task);
        next.flow(server, task, FlowPhase.SUBMITTING);
        next.set(FLOW_RUN, server, task, 0);
        next.set(HEARD, server, task, 0);
    }

    // Waiting

    /** Of a task that a slot brought back the address is read when the queue server looks for news. */
    private void hearNews(int server, int task) {
        int run = now.runOfFlow(server, task);
        if (now.is(DENIED, run)) {
            ModelState next = now.copy();
            end(next, server, task);
            sink.step(Move.HEAR_DENIAL, server, task, next);
        } else if (now.is(TOLD, run) || now.get(HASH, run) == Value.BROUGHT && !setup.has(SeededBug.ADDRESS_UNTOLD)) {
            ModelState next = now.copy();
            next.flow(server, task, FlowPhase.CALLING);
            sink.step(Move.HEAR_ADDRESS, server, task, next);
        }
        if (now.sum(SCHEDULER_UP) == 0 && !now.is(LEADER)) {
            ModelState next = now.copy();
            end(next, server, task);
            sink.step(Move.HEAR_UNSCHEDULED, server, task, next);
        }
        hearForgotten(server, task);
    }

    /** Whoever renews its tasks has renewed its own lease before. */
    private void hearForgotten(int server, int task) {
        if (now.is(SERVER_LEASE, server) && !now.is(HASH, now.runOfFlow(server, task))) {
            ModelState next = now.copy();
            submitAgain(next, server, task);
            sink.step(Move.HEAR_FORGOTTEN, server, task, next);
        }
    }

    // At the slot

    private void connect(int server, int task) {
        int run = now.runOfFlow(server, task);
        ModelState next = now.copy();
        if (now.servedByLiving(run) && now.get(CONNECTION, run) == Value.AWAITED) {
            next.set(CONNECTION, run, Value.connected(server));
            next.flow(server, task, FlowPhase.TALKING);
            sink.step(Move.CONNECT, server, task, next);
        } else {
            loseRun(next, server, task);
            sink.step(Move.CONNECT_FAILS, server, task, next);
        }
    }

    private void loseRun(ModelState next, int server, int task) {
        next.set(ABANDONING, server, next.runOfFlow(server, task), 1);
        if (next.get(RUNS, server, task) > setup.moreRuns()) {
            end(next, server, task);
        } else {
            next.set(RUNS, server, task, next.get(RUNS, server, task) + 1);
            submitAgain(next, server, task);
        }
    }

    private void listen(int server, int task) {
        int run = now.runOfFlow(server, task);
        boolean linked = now.servedByLiving(run) && now.get(CONNECTION, run) == Value.connected(server);
        int heard = now.get(HEARD, server, task);
        if (!linked || now.get(SAID, run) <= heard) {
            return;
        }
        ModelState next = now.copy();
        if (heard == 0) {
            next.set(HEARD, server, task, 1);
            passOn(next, server, task);
            sink.step(Move.HEAR_OUTPUT, server, task, next);
        } else {
            next.set(CONNECTION, run, Value.GONE);
            end(next, server, task);
            sink.step(Move.HEAR_COMPLETE, server, task, next);
        }
    }

    /** Replay holds back what the client has. Events of an asynchronous task are written by their number. */
    private void passOn(ModelState next, int server, int task) {
        if (setup.isApi(task)) {
            if (now.get(OWNER, task) == server + 1) {
                next.set(OUTPUTS, task, 1);
            }
        } else if (!now.is(PASSED_ON, server, task) || setup.has(SeededBug.OUTPUT_REPLAYED)) {
            next.set(OUTPUTS, task, now.get(OUTPUTS, task) + 1);
        }
        next.set(PASSED_ON, server, task, 1);
    }

    /** One link carries all tasks that run in a process, so all of them are lost together. */
    private void hearEndedLinks(int server) {
        for (int process = 0; process < setup.processes(); process++) {
            ModelState next = now.copy();
            int lost = 0;
            for (int task = 0; task < setup.allTasks(); task++) {
                boolean onlyOne = setup.has(SeededBug.ONE_TASK_PER_LINK) && lost > 0;
                if (linkHasEnded(server, task, process)) {
                    lost++;
                    if (!onlyOne) {
                        loseRun(next, server, task);
                    } else {
                        next.set(CONNECTION, now.runOfFlow(server, task), Value.connected(server));
                    }
                }
            }
            if (lost > 0) {
                sink.step(Move.HEAR_LINK_ENDED, server, process, next);
            }
        }
    }

    private boolean linkHasEnded(int server, int task, int process) {
        if (now.flow(server, task) != FlowPhase.TALKING) {
            return false;
        }
        int run = now.runOfFlow(server, task);
        boolean ended = !now.servedByLiving(run) || now.get(CONNECTION, run) != Value.connected(server);
        return now.get(SERVED_BY, run) == process + 1 && ended;
    }

    /** The mistake: what an earlier run says is taken for the present one's. */
    private void hearOldLink(int server, int task) {
        for (int run = 0; run < now.count(By.RUN); run++) {
            boolean old = now.get(RUN_TASK, run) == task + 1 && now.get(CONNECTION, run) == Value.broken(server);
            if (old && now.get(SAID, run) == 2 && now.flow(server, task) != FlowPhase.TALKING) {
                ModelState next = now.copy();
                next.set(CONNECTION, run, Value.GONE);
                next.set(ENDS, task, now.get(ENDS, task) + 1);
                sink.step(Move.HEAR_COMPLETE, server, task, next);
            }
        }
    }

    // Ending

    private void end(ModelState next, int server, int task) {
        int run = next.runOfFlow(server, task);
        if (setup.isApi(task)) {
            next.flow(server, task, FlowPhase.WRITING);
            next.set(FLOW_RUN, server, task, 0);
            forgetSubmission(next, server, task);
        } else {
            next.set(ENDS, task, next.get(ENDS, task) + 1);
            if (next.client(task) == ClientPhase.SENT) {
                next.client(task, ClientPhase.ENDED);
            }
            over(next, server, task);
        }
        if (run >= 0) {
            removeKeys(next, run);
        }
    }

    private void giveUp(int server, int run) {
        if (now.get(ABANDONING, server, run) == 1) {
            ModelState next = now.copy();
            boolean isClaimed = now.is(PROCESSING, run) && now.is(ADDRESS, run);
            abandon(next, run);
            next.set(ABANDONING, server, run, isClaimed ? 2 : 0);
            sink.step(Move.ABANDON, server, run, next);
            ModelState lost = now.copy();
            lost.set(ABANDONING, server, run, 0);
            sink.step(Move.LOSE_ABANDON, server, run, lost);
        } else if (now.get(ABANDONING, server, run) == 2) {
            ModelState next = now.copy();
            next.set(ABANDONING, server, run, 0);
            if (now.servedByLiving(run) && now.get(CONNECTION, run) == Value.AWAITED) {
                BackendSteps.loseClient(next, run);
            }
            sink.step(Move.HANG_UP, server, run, next);
        }
    }

    /** {@code abandon_task.lua}. */
    static void abandon(ModelState next, int run) {
        if (!next.is(PROCESSING, run)) {
            next.set(FINISHED, run, 1);
        }
        removeKeys(next, run);
    }

    private static void removeKeys(ModelState next, int run) {
        next.set(HASH, run, 0);
        next.set(ADDRESS, run, 0);
        next.set(TOLD, run, 0);
        next.set(DENIED, run, 0);
    }

    /** Keys that nobody renews. Those of a task that has ended are removed with its end. */
    private void keysGo() {
        for (int run = 0; run < now.count(By.RUN); run++) {
            boolean renewedBySlot = now.get(HASH, run) == Value.BROUGHT && now.servedByLiving(run) && now.hasSlot(run);
            if (now.is(HASH, run) && !now.isAwaited(run) && !renewedBySlot) {
                ModelState next = now.copy();
                removeKeys(next, run);
                sink.step(Move.KEYS_GO, 0, run, next);
            }
        }
    }

    private void renewLease(int server) {
        if (!now.is(SERVER_LEASE, server) && !now.is(FULL)) {
            ModelState next = now.copy();
            next.set(SERVER_LEASE, server, 1);
            sink.step(Move.RENEW_SERVER, server, 0, next);
        }
    }
}
