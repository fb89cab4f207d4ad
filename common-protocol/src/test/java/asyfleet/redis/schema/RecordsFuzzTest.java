package asyfleet.redis.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.fuzz.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whatever another program left in Redis is read as a record, without an exception, and a record that is written again
 * is the same. Fields are {@code name=value}, each with a zero byte behind it.
 */
class RecordsFuzzTest extends FuzzTest {

    @Override
    protected void check(byte[] input) {
        TaskRecord task = TaskRecord.fromHash(hash(input));
        assertEquals(task, TaskRecord.fromHash(bytes(task.toHash())));

        DenialRecord denial = DenialRecord.fromLine(new String(input, StandardCharsets.UTF_8));
        assertEquals(denial, DenialRecord.fromLine(denial.toLine()));
    }

    private static Map<String, byte[]> hash(byte[] input) {
        Map<String, byte[]> hash = new HashMap<>();
        for (String field : new String(input, StandardCharsets.ISO_8859_1).split("\0")) {
            String[] parts = field.split("=", 2);
            hash.put(parts[0], parts[parts.length - 1].getBytes(StandardCharsets.ISO_8859_1));
        }
        return hash;
    }

    private static Map<String, byte[]> bytes(Map<String, String> hash) {
        Map<String, byte[]> bytes = new HashMap<>();
        hash.forEach((name, value) -> bytes.put(name, value.getBytes(StandardCharsets.UTF_8)));
        return bytes;
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "duration=3.5\0interactive=true\0format=pdf\0stderr=separate\0verbosity=2\0main=a.asy\0priority=1\0server=s\0ahead=true",
                "duration=999999.9999\0verbosity=999999999\0priority=-1\0format=gif\0main=\u00ff",
                "duration=.\0interactive=yes",
                "QUEUE_FULL the queue is full",
                "UNAVAILABLE ",
                "a sentence");
    }
}
