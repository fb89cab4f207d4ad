package asyfleet.queueserver.shard;

import asyfleet.protocol.wire.Sha256;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The choice of a shard by rendezvous hashing. For each key every shard draws a number that only depends on the key and the
 * shard's name, and the largest wins. So all queue servers choose alike without a word between them, and when a shard
 * goes only its own keys move. Weights let a shard win as often as its share is large.
 *
 * <p>The rejected design is a memory of which caller was where. It would have to be shared between queue servers, which
 * takes a Redis of its own.
 */
public final class ShardChoice {

    /** Of a double's digits. */
    private static final int BITS = 53;

    private ShardChoice() {}

    /**
     * The shard for the tasks of a caller, by free slots. One that is down or where nothing would run is left out, unless
     * all are.
     *
     * @param shards not empty
     */
    public static ShardState ofCaller(String caller, List<ShardState> shards) {
        return best(caller, left(left(shards, ShardState::answers), ShardState::isUsable), ShardState::weight);
    }

    /** The shard for a count that must stay in one place, however the load moves. One that is down is left out. */
    public static ShardState ofCount(String count, List<ShardState> shards) {
        return best(count, left(shards, ShardState::answers), shard -> 1);
    }

    private static List<ShardState> left(List<ShardState> shards, Predicate<ShardState> wanted) {
        List<ShardState> left = shards.stream().filter(wanted).toList();
        return left.isEmpty() ? shards : left;
    }

    private static ShardState best(String key, List<ShardState> shards, ToDoubleFunction<ShardState> weight) {
        return shards.stream()
                .max(Comparator.comparingDouble(shard -> weight.applyAsDouble(shard) / -Math.log(draw(key, shard))))
                .orElseThrow();
    }

    /** Between 0 and 1, neither of them. */
    private static double draw(String key, ShardState shard) {
        long bits = ByteBuffer.wrap(Sha256.of(shard.name() + "\n" + key)).getLong() >>> (Long.SIZE - BITS);
        return (bits + 0.5) / (1L << BITS);
    }
}
