package asyfleet.lab.model;

import static asyfleet.lab.model.Move.Kind.CHOICE;
import static asyfleet.lab.model.Move.Kind.FAULT;
import static asyfleet.lab.model.Move.Kind.WORK;

import java.util.List;

/**
 * All steps of the model. Each names the places in the code that take it: a script of {@code common-protocol}, or a class.
 * In the text, the first number is the one who acts, the second what it acts on. Runs have no numbers there: the search
 * numbers them anew in every state.
 */
enum Move {

    // Clients
    SEND(
            CHOICE,
            "task %2$d is sent to queue server %1$d",
            "asyfleet.queueserver.session.Session",
            "store_api_task.lua"),
    LEAVE(CHOICE, "the client of task %2$d leaves queue server %1$d", "asyfleet.queueserver.flow.TaskFlow"),

    // Queue servers
    SUBMIT(WORK, "queue server %d submits task %d", "submit_task.lua", "asyfleet.queueserver.flow.Submitting"),
    HEAR_ACCEPTED(WORK, "queue server %d hears that task %d is accepted", "asyfleet.queueserver.flow.Submitting"),
    PATIENCE_ENDS(
            WORK,
            "queue server %d waits no longer for Redis and denies task %d",
            "asyfleet.queueserver.flow.Submitting"),
    WITHDRAW(WORK, "queue server %d withdraws the submission of task %d", "withdraw_submission.lua"),
    HEAR_DENIAL(WORK, "queue server %d reads the denial of task %d", "read_updates.lua"),
    HEAR_ADDRESS(
            WORK,
            "queue server %d reads where task %d runs",
            "read_updates.lua",
            "renew_tasks.lua",
            "asyfleet.queueserver.flow.WaitingTasks"),
    CONNECT(WORK, "queue server %d reaches the slot of task %d", "asyfleet.queueserver.slot.ProcessLinks"),
    CONNECT_FAILS(WORK, "queue server %d finds no slot for task %d", "asyfleet.queueserver.slot.SlotTalk"),
    HEAR_OUTPUT(
            WORK, "queue server %d hears output of task %d", "asyfleet.queueserver.slot.Replay", "record_api_task.lua"),
    HEAR_COMPLETE(WORK, "queue server %d hears that task %d is complete", "asyfleet.queueserver.slot.SlotTalk"),
    HEAR_LINK_ENDED(
            WORK,
            "queue server %d notices that its link to process %d has ended",
            "asyfleet.queueserver.slot.ProcessLink",
            "asyfleet.queueserver.flow.TaskFlow"),
    HEAR_FORGOTTEN(
            WORK,
            "queue server %d learns that Redis lost task %d",
            "renew_tasks.lua",
            "asyfleet.queueserver.flow.TaskFlow"),
    HEAR_UNSCHEDULED(
            WORK, "queue server %d denies task %d, as no scheduler leads", "asyfleet.queueserver.flow.ServerHeartbeat"),
    ABANDON(
            WORK,
            "queue server %d gives up a run of task %d",
            "abandon_task.lua",
            "asyfleet.queueserver.flow.TaskAbandonment"),
    HANG_UP(WORK, "queue server %d tells the slot of a run of task %d", "asyfleet.queueserver.slot.HangUp"),
    RENEW_SERVER(WORK, "queue server %d renews its lease", "asyfleet.queueserver.flow.ServerHeartbeat"),
    KEYS_GO(
            WORK,
            "the keys of a run of task %2$d are removed or expire",
            "asyfleet.redis.queueserver.RedisQueueServerStore"),

    // Queue servers: tasks of /api/tasks
    WRITE_END(
            WORK,
            "queue server %d writes the end of task %d",
            "finish_api_task.lua",
            "asyfleet.queueserver.tasks.run.Journal"),
    STOP_STALE(
            WORK,
            "queue server %d learns that task %d is no longer its own",
            "record_api_task.lua",
            "asyfleet.queueserver.tasks.run.TaskRuns"),
    PUT_BACK(WORK, "queue server %d puts task %d back, which Redis lost", "store_api_task.lua"),
    LOOK_FOR_DEAD(WORK, "queue server %d misses the lease of queue server %d", "adopt_api_tasks.lua"),
    ADOPT(
            WORK,
            "queue server %d adopts the tasks of queue server %d",
            "adopt_api_tasks.lua",
            "asyfleet.queueserver.tasks.run.TaskRuns"),

    // Schedulers
    ACQUIRE(WORK, "scheduler %d takes the lease", "acquire_leadership.lua", "asyfleet.scheduler.leadership.Lease"),
    STAND_BY(WORK, "scheduler %d is refused and stands by", "asyfleet.scheduler.loop.SchedulerLoop"),
    REBUILD(WORK, "scheduler %d reads the fleet", "read_fleet.lua", "asyfleet.scheduler.loop.Recovered"),
    TAKE(WORK, "scheduler %d takes what arrived and what ended", "take_events.lua", "asyfleet.scheduler.loop.Term"),
    DISPATCH(
            WORK, "scheduler %d dispatches a run of task %d", "apply_decisions.lua", "asyfleet.scheduler.decide.Cycle"),
    DENY(WORK, "scheduler %d denies a run of task %d", "apply_decisions.lua", "asyfleet.scheduler.decide.DecisionCore"),
    SWEEP(WORK, "scheduler %d sweeps", "sweep_fleet.lua", "asyfleet.scheduler.loop.Term"),
    GIVE_UP_DEAD(
            WORK,
            "scheduler %d gives up the tasks of queue server %d",
            "abandon_task.lua",
            "asyfleet.scheduler.loop.Term"),
    LEADER_LEASE_ENDS(WORK, "the lease of dead scheduler %d ends", "asyfleet.redis.scheduler.Leadership"),

    // Backends
    RENEW_PROCESS(WORK, "process %d renews its slots and the tasks that they run", "renew_backends.lua"),
    READ(WORK, "slot %d reads a run of task %d", "asyfleet.backend.claim.TaskReader"),
    TAKE_OVER(WORK, "slot %d takes a run of task %d over from a dead process", "asyfleet.backend.claim.TaskReader"),
    HAND_BACK(CHOICE, "slot %d hands a run of task %d back", "hand_back_tasks.lua"),
    CLAIM(WORK, "slot %d claims a run of task %d", "claim_task.lua", "asyfleet.backend.claim.Claimer"),
    HEAR_WON(WORK, "slot %d hears that a run of task %d is its own", "asyfleet.backend.claim.ClaimedTasks"),
    SAY_OUTPUT(WORK, "slot %d prints output of a run of task %d", "asyfleet.backend.serve.Outbox"),
    SAY_COMPLETE(WORK, "slot %d completes a run of task %d", "asyfleet.backend.serve.ServedTask"),
    NOTICE_LINK_ENDED(
            WORK,
            "process %d notices that its link to queue server %d has ended",
            "asyfleet.backend.serve.QueueServerLink"),
    STOP_WAITING(
            WORK, "process %d waits no longer for a client of a run of task %d", "asyfleet.backend.claim.ClaimedTasks"),
    FINISH(
            WORK,
            "slot %d tells Redis that a run of task %d has ended",
            "finish_task.lua",
            "asyfleet.backend.claim.FinishedTasks"),
    PROCESS_LEASE_ENDS(WORK, "the lease of dead process %d ends", "register_backends.lua"),
    SERVER_LEASE_ENDS(WORK, "the lease of dead queue server %d ends", "asyfleet.redis.queueserver.ServerLease"),
    ROOM_AGAIN(WORK, "Redis has room again"),

    // Faults
    CRASH_SERVER(FAULT, "queue server %d dies"),
    CRASH_SCHEDULER(FAULT, "scheduler %d dies"),
    CRASH_PROCESS(FAULT, "process %d dies"),
    CUT_LINK(FAULT, "the link of queue server %d to process %d is cut"),
    LOSE_DATA(FAULT, "Redis loses its data"),
    FILL(FAULT, "Redis is full: no lease can be renewed, and all end"),
    STALL_SERVER(FAULT, "queue server %d stalls until its lease has ended"),
    STALL_SCHEDULER(FAULT, "scheduler %d stalls until its lease has ended"),
    STALL_PROCESS(FAULT, "process %d stalls until its lease has ended"),
    STALL_CLAIM(FAULT, "nobody claims a run of task %2$d for long"),
    STALL_CALL(FAULT, "process %d waits no longer for the slow client of a run of task %d"),
    LOSE_ANSWER(FAULT, "queue server %d gets no answer to the submission of task %d"),
    LOSE_ABANDON(FAULT, "the request of queue server %d to give up a run of task %d is lost"),
    LOSE_CLAIM(FAULT, "slot %d gets no reply to its claim of a run of task %d"),
    LOSE_FINISH(FAULT, "slot %d gets no reply to the end of a run of task %d", "finish_task.lua"),
    FORGET_FINISH(FAULT, "a failover forgets that slot %d ended a run of task %d", "finish_task.lua"),
    LOSE_TAKE(FAULT, "scheduler %d gets no reply to taking", "take_events.lua"),
    LOSE_APPLY(FAULT, "scheduler %d gets no reply to dispatching a run of task %d", "apply_decisions.lua"),
    LOSE_SWEEP(FAULT, "scheduler %d gets no reply to its sweep", "sweep_fleet.lua");

    /** The part that makes a step happen. */
    enum Kind {
        /** The services do it by themselves, sooner or later. */
        WORK,
        /** Somebody else may do it; nothing may depend on it. */
        CHOICE,
        /** Something breaks. */
        FAULT
    }

    final Kind kind;
    private final String text;
    final List<String> places;

    Move(Kind kind, String text, String... places) {
        this.kind = kind;
        this.text = text;
        this.places = List.of(places);
    }

    /** Whether the step acts on a run. */
    boolean isOnRun() {
        return text.contains("a run of task");
    }

    /** The step in words; things are counted from 1. */
    String describe(int actor, int subject) {
        return text.formatted(actor + 1, subject + 1);
    }
}
