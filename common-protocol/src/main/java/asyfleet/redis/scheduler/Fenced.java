package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Reply;
import java.util.List;

/** The check of the answer of a deciding script: {1, ...}, or {0} to a caller that no longer leads. */
final class Fenced {

    private Fenced() {}

    static List<Object> check(FencingToken token, List<Object> reply) {
        if (Reply.integer(reply.get(0)) == 0) {
            throw new FencedException(token);
        }
        return reply;
    }
}
