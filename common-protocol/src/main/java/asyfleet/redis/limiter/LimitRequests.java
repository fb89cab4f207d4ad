package asyfleet.redis.limiter;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The count of requests that run in parallel, for all queue servers together. See limit_requests.lua. */
public final class LimitRequests {

    private static final LuaScript SCRIPT = LuaScript.load("limit_requests");

    /** How long a request is counted unless its server starts another of its type or sends {@link Step.Renew}. */
    public static final Duration LIFE = Duration.ofDays(1);

    private final Redis redis;
    private final String server;
    private final Duration lease;

    /**
     * @param server ID of the lease that the requests of this server live and die with
     * @param lease how long the lease of a server lasts
     */
    public LimitRequests(Redis redis, String server, Duration lease) {
        this.redis = redis;
        this.server = server;
        this.lease = lease;
    }

    /**
     * The name under which requests are counted together. Made only by kind, so that no name that a program gives to its
     * requests can be the one that a caller's tasks are counted by.
     */
    public static final class Type {

        private final String key;

        private Type(String key) {
            this.key = key;
        }

        /** Requests of a program of its own, by the type that it named. */
        public static Type ofRequests(String name) {
            return new Type("request:" + name);
        }

        /** Tasks of the fleet, by whom they are for. */
        public static Type ofTasks(String caller) {
            return new Type("task:" + caller);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Type that && key.equals(that.key);
        }

        @Override
        public int hashCode() {
            return key.hashCode();
        }

        @Override
        public String toString() {
            return key;
        }
    }

    /** One step; {@code request} is unique among those of this server. */
    public sealed interface Step {

        /** Another server holds the same client's request, and it is not known yet whether it lives. */
        long UNDECIDED = 2;

        /**
         * Answered by 1 if the request now runs, by 0 if as many as the limit do already.
         *
         * @param connected for how long its client has been connected, if it may have started the request at another server
         *     before that, which holds it under a name with the same part before the {@code #}; then the answer may be
         *     {@link #UNDECIDED}
         */
        record Start(Type type, String request, long limit, Optional<Duration> connected) implements Step {

            public Start(Type type, String request, long limit) {
                this(type, request, limit, Optional.empty());
            }

            /** For a request that runs already, as far as this server knows. */
            public Start whateverTheLimit() {
                return new Start(type, request, Integer.MAX_VALUE);
            }
        }

        /** The question after a start that was undecided. Answered as a start. */
        record Settle(Type type, String request) implements Step {

            /** The request runs, as far as this server knows. */
            public Start start() {
                return new Start(type, request, Integer.MAX_VALUE);
            }
        }

        /** Answered by 1. */
        record End(Type type, String request) implements Step {}

        /** Answered by how many run. */
        record Count(Type type) implements Step {}

        /** Counts what this server holds for another {@link #LIFE}. Answered by 1, or by 0 if it holds nothing. */
        record Renew(Type type) implements Step {}
    }

    /** The answers, in the order of the steps. After a failure the same steps may be sent again. */
    public CompletionStage<List<Long>> run(List<Step> steps) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.LIMITER_SERVERS)
                .add(RedisKeys.LIMITER_HELD)
                .add(RedisKeys.SERVER)
                .add(server)
                .add(LIFE.toSeconds())
                .add(RedisKeys.LIMITER_CLAIMS)
                .add(lease.toMillis());
        steps.forEach(step -> add(step, arguments));
        return SCRIPT.list(redis, List.of(), arguments)
                .thenApply(reply -> reply.stream().map(Reply::integer).toList());
    }

    private static void add(Step step, ScriptArguments arguments) {
        if (step instanceof Step.Start start) {
            arguments.add(start.connected().isPresent() ? "restart" : "start");
            arguments.add(start.type().key).add(start.request());
            arguments.add(start.limit()
                    + start.connected().map(age -> " " + age.toMillis()).orElse(""));
        } else if (step instanceof Step.Settle settle) {
            arguments.add("settle").add(settle.type().key).add(settle.request()).add(0);
        } else if (step instanceof Step.End end) {
            arguments.add("end").add(end.type().key).add(end.request()).add(0);
        } else if (step instanceof Step.Count count) {
            arguments.add("count").add(count.type().key).add("").add(0);
        } else if (step instanceof Step.Renew renew) {
            arguments.add("renew").add(renew.type().key).add("").add(0);
        }
    }
}
