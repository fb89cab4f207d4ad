package asyfleet.redis.scheduler;

import java.util.List;

/**
 * The findings of one look at what died without saying so.
 *
 * @param backends how many slots live
 * @param ended tasks whose slot or keys are gone; they no longer count
 * @param requeued dispatched tasks that no slot read, or none finished claiming; they wait again, ahead of the queue
 * @param requeuedScore the place in the queue of all requeued tasks
 * @param deadServers queue servers whose lease ran out
 */
public record Sweep(
        int backends, List<String> ended, List<String> requeued, long requeuedScore, List<String> deadServers) {}
