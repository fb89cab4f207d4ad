package asyfleet.redis.scheduler;

import java.util.List;

/**
 * What died without a word.
 *
 * @param backends how many slots live
 * @param ended tasks whose slot or keys are gone; they no longer count
 * @param requeued dispatched tasks that no slot finished claiming; they wait again, ahead of the queue
 * @param deadServers queue servers whose lease ran out
 */
public record Sweep(int backends, List<String> ended, List<String> requeued, List<String> deadServers) {

    /** Where requeued tasks stand: smaller than every arrival. */
    public static final long REQUEUED_SCORE = 0;
}
