package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The script that takes back a submission whose answer is unknown. See withdraw_submission.lua. */
public final class WithdrawSubmission {

    /** Instead of a task ID, which is a number. */
    static final String WITHDRAWN = "withdrawn";

    private static final LuaScript SCRIPT = LuaScript.load("withdraw_submission");

    /** Longer than a submission can be on its way behind this. */
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final Redis redis;

    public WithdrawSubmission(Redis redis) {
        this.redis = redis;
    }

    /** The task that came of it, to be abandoned. If there is none, none will come. */
    public CompletionStage<Optional<String>> run(String nonce) {
        ScriptArguments arguments =
                new ScriptArguments().add(WITHDRAWN).add(REMEMBERED.toSeconds()).add(SubmissionNonces.number(nonce));
        return SCRIPT.text(redis, List.of(RedisKeys.SUBMISSION + SubmissionNonces.group(nonce)), arguments)
                .thenApply(id -> Optional.of(id).filter(text -> !text.isEmpty()));
    }
}
