package asyfleet.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Counts parallel requests for all queue servers together. See limit_requests.lua. */
public final class LimitRequests {

    private static final LuaScript SCRIPT = LuaScript.load("limit_requests");

    /** A request may run for a day without its server touching another of its type. */
    private static final Duration SET_LIFE = Duration.ofDays(1);

    private final Redis redis;
    private final String server;

    /** @param server ID of the lease that the requests of this server live and die with */
    public LimitRequests(Redis redis, String server) {
        this.redis = redis;
        this.server = server;
    }

    /** One step; {@code request} is unique among those of this server. */
    public sealed interface Step {

        /** Answered by 1 if the request now runs, by 0 if as many as the limit do already. */
        record Start(String type, String request, long limit) implements Step {}

        /** Answered by 1. */
        record End(String type, String request) implements Step {}

        /** Answered by how many run. */
        record Count(String type) implements Step {}
    }

    /** The answers, in the order of the steps. After a failure the same steps may be sent again. */
    public CompletionStage<List<Long>> run(List<Step> steps) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.LIMITER_SERVERS)
                .add(RedisKeys.LIMITER_HELD)
                .add(RedisKeys.SERVER)
                .add(server)
                .add(SET_LIFE.toSeconds());
        steps.forEach(step -> add(step, arguments));
        return SCRIPT.list(redis, List.of(), arguments)
                .thenApply(reply -> reply.stream().map(Reply::integer).toList());
    }

    private static void add(Step step, ScriptArguments arguments) {
        if (step instanceof Step.Start start) {
            arguments.add("start").add(start.type()).add(start.request()).add(start.limit());
        } else if (step instanceof Step.End end) {
            arguments.add("end").add(end.type()).add(end.request()).add(0);
        } else if (step instanceof Step.Count count) {
            arguments.add("count").add(count.type()).add("").add(0);
        }
    }
}
