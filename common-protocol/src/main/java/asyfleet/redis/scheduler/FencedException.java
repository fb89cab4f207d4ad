package asyfleet.redis.scheduler;

/** A deciding script refused: its caller no longer leads. Nothing was changed. */
public final class FencedException extends RuntimeException {

    FencedException(FencingToken token) {
        super("Scheduler with token " + token.value() + " no longer leads");
    }
}
