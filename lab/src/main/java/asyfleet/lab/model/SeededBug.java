package asyfleet.lab.model;

/** A mistake that can be put into the model, to see that the search finds it. The first two were made once. */
enum SeededBug {
    SWEEP_ONLY_DELIVERED(Promise.EVERY_TASK_CAN_END, "the sweep puts back only entries that some slot has read"),
    ADOPT_WITHOUT_LEASE(Promise.ADOPTED_ONCE_PER_FAULT, "a queue server adopts while its own lease has ended"),
    REQUEUE_FORGOTTEN(Promise.EVERY_TASK_CAN_END, "the sweep removes an unclaimed entry and does not put it back"),
    FENCING_DROPPED(Promise.FENCED_LEADER_CHANGES_NOTHING, "scripts of a scheduler do not check its token"),
    GIVING_UP_UNFENCED(Promise.FENCED_LEADER_CHANGES_NOTHING, "a scheduler gives tasks up without its token"),
    OLD_LINK_HEARD(Promise.ONE_END, "a queue server listens to a link that it has given up"),
    OUTPUT_REPLAYED(Promise.OUTPUT_ONCE, "output that the client has is sent again by the next run"),
    GONE_CLIENT_ANSWERED(Promise.NO_END_WITHOUT_TASK, "a task whose client left goes on to its end"),
    OWNER_NOT_CHECKED(Promise.ONE_END, "a queue server that lost a task to another may still end it"),
    LIMIT_OFF_BY_ONE(Promise.DISPATCHES_WITHIN_LIMITS, "one task more than there are slots is dispatched"),
    FINISH_UNTOLD(Promise.EVERY_PLACE_IS_FREED, "a slot that has ended does not say so in queue.finished"),
    ENTRY_NOT_CHECKED(Promise.ONE_SLOT_PER_RUN, "a slot claims a task whose entry is no longer its own"),
    NEWS_UNTOLD(Promise.LEADER_COUNTS_AS_REDIS, "a slot brings a task back, and the scheduler is not told"),
    ONE_TASK_PER_LINK(Promise.EVERY_TASK_CAN_END, "when a link ends, only one of its tasks is told"),
    ADDRESS_UNTOLD(Promise.EVERY_TASK_CAN_END, "a slot brings a task back, and nobody is told its address");

    final Promise breaks;
    final String description;

    SeededBug(Promise breaks, String description) {
        this.breaks = breaks;
        this.description = description;
    }
}
