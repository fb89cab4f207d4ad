package asyfleet.redis.connection;

import asyfleet.failure.StageFailure;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One Lua file, called by its digest. A Redis that does not know the digest (it restarted, or another one took over) is
 * sent the text, so nothing ever has to be loaded ahead of time.
 */
public final class LuaScript {

    private final byte[] text;
    private final String digest;

    private LuaScript(byte[] text) {
        this.text = text;
        this.digest = sha1(text);
    }

    public static LuaScript load(String name) {
        String resource = "/lua/" + name + ".lua";
        try (InputStream in = LuaScript.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("No such script on the class path: " + resource);
            }
            return new LuaScript(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read " + resource, e);
        }
    }

    /** Runs a script that returns an array. */
    public CompletionStage<List<Object>> list(Redis redis, List<String> keys, ScriptArguments arguments) {
        return run(redis, ScriptOutputType.MULTI, keys, arguments);
    }

    /** Runs a script that returns an integer. */
    public CompletionStage<Long> integer(Redis redis, List<String> keys, ScriptArguments arguments) {
        return run(redis, ScriptOutputType.INTEGER, keys, arguments);
    }

    /** Runs a script that returns a string. */
    public CompletionStage<String> text(Redis redis, List<String> keys, ScriptArguments arguments) {
        return this.<byte[]>run(redis, ScriptOutputType.VALUE, keys, arguments).thenApply(Reply::text);
    }

    private <T> CompletionStage<T> run(
            Redis redis, ScriptOutputType output, List<String> keys, ScriptArguments arguments) {
        RedisAsyncCommands<String, byte[]> commands = redis.commands();
        String[] keyArray = keys.toArray(String[]::new);
        byte[][] values = arguments.toArray();
        return commands.<T>evalsha(digest, output, keyArray, values).exceptionallyCompose(failure -> {
            Throwable cause = StageFailure.causeOf(failure);
            return cause instanceof RedisNoScriptException
                    ? commands.eval(text, output, keyArray, values)
                    : CompletableFuture.failedStage(failure);
        });
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-1", e);
        }
    }

    @Override
    public String toString() {
        return new String(text, StandardCharsets.UTF_8).lines().findFirst().orElse(digest);
    }
}
