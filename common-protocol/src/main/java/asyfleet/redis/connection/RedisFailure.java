package asyfleet.redis.connection;

import asyfleet.failure.StageFailure;
import java.util.LinkedHashMap;
import java.util.Map;

/** The wording of what Redis answers when it refuses a command: the trouble, and what an operator can do about it. */
public final class RedisFailure {

    /** By the first word of the answer. */
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("OOM", "Redis is full and refuses writes: give it more memory (maxmemory), or remove data of others");
        WORDS.put("MISCONF", "Redis cannot save its data and refuses writes: see its log; its disk may be full");
        WORDS.put("READONLY", "Redis is a replica and takes no writes: name its master, or use Sentinel");
        WORDS.put("NOREPLICAS", "Redis refuses writes while too few replicas follow it (min-replicas-to-write)");
        WORDS.put("LOADING", "Redis has just started and still loads its data");
        WORDS.put("BUSY", "Redis is busy with a script of somebody's that takes too long");
    }

    private RedisFailure() {}

    /** The failure in words, with the answer of Redis behind them; another failure is named as it is. */
    public static String inWords(Throwable failure) {
        Throwable cause = StageFailure.causeOf(failure);
        String said = String.valueOf(cause.getMessage());
        String words = WORDS.get(said.split(" ", 2)[0]);
        return words == null ? cause.toString() : words + " [" + said + "]";
    }
}
