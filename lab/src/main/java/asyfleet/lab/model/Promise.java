package asyfleet.lab.model;

import static asyfleet.lab.model.StateCell.*;

import asyfleet.lab.model.StateCell.By;
import asyfleet.lab.model.StateCell.ClientPhase;
import asyfleet.lab.model.StateCell.SlotPhase;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The promises that must hold. Most are about one step: the state before it, who does it, and the state after. The last two
 * are about every state: from there the services alone, without another fault, can bring about what is promised.
 */
enum Promise {
    ONE_END("a task has one end") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return allTasks(after, task -> after.get(ENDS, task) <= 1);
        }
    },
    NO_END_WITHOUT_TASK("nobody who does not wait is told an end") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return allTasks(
                    after,
                    task -> after.get(ENDS, task) <= before.get(ENDS, task)
                            || before.client(task) == ClientPhase.SENT
                            || before.client(task) == ClientPhase.ENDED);
        }
    },
    OUTPUT_ONCE("a client sees output once") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return allTasks(after, task -> after.get(OUTPUTS, task) <= 1);
        }
    },
    DISPATCHES_WITHIN_LIMITS("no dispatch goes beyond the slots that the leader knows") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            boolean dispatched = move == Move.DISPATCH && after.sum(EXECUTING) > before.sum(EXECUTING);
            // Of a task that a slot has just brought back the leader cannot know yet.
            return !dispatched || before.is(BROUGHT_NEWS) || after.sum(EXECUTING) <= after.get(SLOTS_SEEN, actor);
        }
    },
    FENCED_LEADER_CHANGES_NOTHING("a scheduler whose lease has ended changes nothing") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return !DECIDING.contains(move) || before.get(LEADER) == actor + 1 || after.sameInRedis(before);
        }
    },
    LEADER_COUNTS_AS_REDIS("the leader counts the same running tasks as Redis") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            int leader = after.get(LEADER) - 1;
            boolean knows = leader >= 0 && after.is(IN_TERM, leader) && after.is(LEADS, leader);
            return !knows
                    || after.is(BROUGHT_NEWS)
                    || !after.anyRun(run -> after.is(EXECUTING, run) != after.is(SEEN_RUNNING, leader, run));
        }
    },
    ONE_SLOT_PER_RUN("a run is in one slot at a time") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return !after.anyRun(run -> slotsRunning(after, run) > 1);
        }
    },
    ADOPTED_ONCE_PER_FAULT("a task changes its queue server at most once for each fault") {
        @Override
        boolean holds(ModelState before, Move move, int actor, ModelState after) {
            return allTasks(after, task -> after.get(ADOPTIONS, task) <= after.get(FAULTS));
        }
    },
    EVERY_TASK_CAN_END("every task that was sent can still end") {
        @Override
        boolean isReached(ModelState state) {
            return allTasks(state, task -> state.client(task) != ClientPhase.SENT);
        }
    },
    EVERY_PLACE_IS_FREED("everything that a task takes can still be free again") {
        /** Without a scheduler nobody counts, and without a process nobody reads what is left in the stream. */
        @Override
        boolean isReached(ModelState state) {
            boolean counted = state.sum(SCHEDULER_UP) > 0;
            boolean read = state.sum(PROCESS_UP) > 0;
            return EVERY_TASK_CAN_END.isReached(state)
                    && state.sum(SLOT_PHASE) == 0
                    && (!counted || state.sum(QUEUED) + state.sum(EXECUTING) + state.sum(PROCESSING) == 0)
                    && (!counted || state.sum(INCOMING) + state.sum(FINISHED) + state.sum(HASH) == 0)
                    && (!counted || !read || state.sum(ENTRY) == 0);
        }
    };

    private static final Set<Move> DECIDING = EnumSet.of(
            Move.REBUILD,
            Move.TAKE,
            Move.LOSE_TAKE,
            Move.DISPATCH,
            Move.LOSE_APPLY,
            Move.DENY,
            Move.SWEEP,
            Move.LOSE_SWEEP,
            Move.GIVE_UP_DEAD);

    final String text;

    Promise(String text) {
        this.text = text;
    }

    /** Whether a step keeps the promise. */
    boolean holds(ModelState before, Move move, int actor, ModelState after) {
        return true;
    }

    /** Whether this is about what can still be reached, and the state is such a place. */
    boolean isReached(ModelState state) {
        return true;
    }

    boolean isAboutReaching() {
        return this == EVERY_TASK_CAN_END || this == EVERY_PLACE_IS_FREED;
    }

    private static boolean allTasks(ModelState state, IntPredicate holds) {
        for (int task = 0; task < state.count(By.TASK); task++) {
            if (!holds.test(task)) {
                return false;
            }
        }
        return true;
    }

    private static int slotsRunning(ModelState state, int run) {
        int count = 0;
        for (int slot = 0; slot < state.count(By.SLOT); slot++) {
            SlotPhase phase = state.slot(slot);
            boolean has = phase == SlotPhase.WON || phase == SlotPhase.RUNNING || phase == SlotPhase.ENDED;
            count += has && state.runOfSlot(slot) == run ? 1 : 0;
        }
        return count;
    }
}
