package asyfleet.backend.claim;

import asyfleet.backend.serve.ServedTask;
import asyfleet.redis.backend.ClaimTasks;

/**
 * A task on its way through a slot.
 *
 * @param token of the address that its client comes to
 * @param claim by which slot, under which address
 */
record Job(ServedTask served, String token, ClaimTasks.Request claim) {

    String task() {
        return claim.task().id();
    }

    String backend() {
        return claim.backend();
    }
}
