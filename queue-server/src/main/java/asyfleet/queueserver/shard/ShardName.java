package asyfleet.queueserver.shard;

import asyfleet.protocol.wire.Sha256;
import asyfleet.redis.connection.Redis;
import java.util.HexFormat;

/**
 * The name of a shard: the address of its Redis. It depends on no order and no password, so all queue servers that name the
 * Redis by the same address give the shard the same name.
 *
 * @param tag the first characters of every ID that the shard gives to a task of the API
 */
public record ShardName(String address, String tag) {

    private static final int TAG_BYTES = 2;

    /** @param uri of its Redis */
    public static ShardName of(String uri) {
        String address = Redis.nameOf(uri);
        return new ShardName(address, HexFormat.of().formatHex(Sha256.of(address), 0, TAG_BYTES));
    }

    /** Whether a task of the API with this ID is this shard's. */
    public boolean isOf(String id) {
        return id.startsWith(tag);
    }

    @Override
    public String toString() {
        return address;
    }
}
