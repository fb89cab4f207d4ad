package asyfleet.redis.schema;

import asyfleet.redis.connection.Redis;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The lists of the names that Asymptote knows, for editors: one for each toolchain, as compressed JSON. To make one takes
 * a backend seconds, so it is made when somebody asks for it, by exactly one backend.
 */
public final class NameLists {

    private static final Duration LIST_LIFE = Duration.ofDays(30);

    /** A backend that took a wish and died is asked again by the next who asks. */
    private static final Duration WISH_LIFE = Duration.ofMinutes(1);

    private static final byte[] WISH = {};

    private final Supplier<Redis> redis;

    public NameLists(Redis redis) {
        this(() -> redis);
    }

    /** @param redis of the shard that is asked now */
    public NameLists(Supplier<Redis> redis) {
        this.redis = redis;
    }

    /** The list as JSON, compressed with gzip; empty if nobody has made it. */
    public CompletionStage<Optional<byte[]>> find(String toolchain) {
        return redis.get().commands().get(RedisKeys.NAMES + toolchain).thenApply(Optional::ofNullable);
    }

    /** Asks the backends with that toolchain for the list. */
    public CompletionStage<String> want(String toolchain) {
        return redis.get().commands().set(RedisKeys.NAMES_WANTED + toolchain, WISH, SetArgs.Builder.ex(WISH_LIFE));
    }

    /** True for one of those who ask after somebody wanted the list. */
    public CompletionStage<Boolean> takeWish(String toolchain) {
        return redis.get().commands().getdel(RedisKeys.NAMES_WANTED + toolchain).thenApply(wish -> wish != null);
    }

    public CompletionStage<String> publish(String toolchain, byte[] compressed) {
        return redis.get().commands().set(RedisKeys.NAMES + toolchain, compressed, SetArgs.Builder.ex(LIST_LIFE));
    }
}
