package asyfleet.redis.connection;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The question whether Redis takes writes, for the readiness of services. See check_writes.lua. */
public final class WriteCheck {

    private static final LuaScript SCRIPT = LuaScript.load("check_writes");

    private WriteCheck() {}

    /** Completes normally if it does, else with an exception whose message says in words what is wrong. */
    public static CompletionStage<?> ask(Redis redis) {
        return SCRIPT.integer(redis, List.of(), new ScriptArguments())
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(
                        new IllegalStateException(RedisFailure.inWords(failure), failure)));
    }
}
