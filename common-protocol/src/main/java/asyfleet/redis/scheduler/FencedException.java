package asyfleet.redis.scheduler;

/** The refusal of a deciding script because its caller no longer leads. Nothing was changed. */
public final class FencedException extends RuntimeException {

    FencedException(FencingToken token) {
        super("Scheduler with token " + token.value() + " no longer leads");
    }
}
