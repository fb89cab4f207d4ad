package asyfleet.standalone;

import asyfleet.redis.RedisFixture;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Redis user of {@code deploy/redis/asyfleet.acl}, made in the Redis of a test. */
final class LeastRights {

    static final Path FILE = Path.of("..", "redis", "asyfleet.acl");
    private static final String PASSWORD = "of-a-test";

    private final RedisFixture redis;

    LeastRights(RedisFixture redis) {
        this.redis = redis;
    }

    /** Makes the user, and returns the URI with which services connect as it. */
    String uri() throws IOException {
        String[] words =
                Files.readString(FILE).strip().replace("CHANGE-ME", PASSWORD).split(" ");
        CommandArgs<String, byte[]> rules = new CommandArgs<>(RedisFixture.CODEC).add("SETUSER");
        for (String word : List.of(words).subList(1, words.length)) {
            rules.add(word);
        }
        redis.redis()
                .commands()
                .dispatch(CommandType.ACL, new StatusOutput<>(RedisFixture.CODEC), rules)
                .toCompletableFuture()
                .join();
        return redis.uri().replace("redis://", "redis://asyfleet:" + PASSWORD + "@");
    }

    /** The commands that Redis refused to the user. */
    List<Map<String, Object>> refused() {
        return redis.redis().commands().aclLog().toCompletableFuture().join();
    }
}
