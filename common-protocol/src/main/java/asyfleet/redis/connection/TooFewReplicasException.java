package asyfleet.redis.connection;

/** The failure of a write that Redis has, and that fewer of its replicas have than wanted. */
public final class TooFewReplicasException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooFewReplicasException(long have, int wanted) {
        super("only " + have + " replicas of Redis have what was written, --redis-wait wants " + wanted);
    }
}
