package asyfleet.redis.backend;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.schema.RedisKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One lease stands for all slots of a process. */
@Tag("slow")
class ProcessLeaseTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private ScriptFixture scripts;
    private Registration registration;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        registration = new Registration(REDIS.redis(), Duration.ofMinutes(5), "process");
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aProcessThatDiesTakesItsSlotsAndTheirTasksOutOfTheFleet() {
        List<String> slots = register(3);
        String other = await(new Registration(REDIS.redis(), Duration.ofMinutes(5), "other").register(1))
                .get(0);
        String id = scripts.dispatched();
        scripts.claim(scripts.read("process").get(0), "ws://slot/1", slots.get(2));
        assertEquals(4, scripts.sweep().backends());

        scripts.delete(RedisKeys.BACKEND_PROCESS + "process");

        assertEquals(List.of(id), scripts.sweep().ended());
        assertEquals(List.of(other), members());
    }

    @Test
    void aProcessThatWasTakenForDeadIsBackWithAllItsSlotsOnceItRenews() {
        List<String> slots = register(3);
        scripts.delete(RedisKeys.BACKEND_PROCESS + "process");
        assertEquals(0, scripts.sweep().backends());

        assertEquals(new Registration.Renewal(3, 0), renew(slots));
        assertEquals(3, scripts.takeEvents().backends());
        assertEquals(3, scripts.sweep().backends());
    }

    @Test
    void aSlotOfAnotherProgramLivesAsLongAsItsKey() {
        register(1);
        var commands = REDIS.redis().commands();
        await(commands.sadd(RedisKeys.BACKEND_SET, "7".getBytes(StandardCharsets.UTF_8)));
        await(commands.set(RedisKeys.BACKEND + "7", new byte[0]));
        assertEquals(2, scripts.sweep().backends());

        scripts.delete(RedisKeys.BACKEND + "7");

        assertEquals(1, scripts.sweep().backends());
    }

    @Test
    void aSlotThatLeftIsGoneThoughItsProcessLives() {
        List<String> slots = register(2);

        await(registration.unregister(slots.subList(0, 1), List.of()));

        assertEquals(slots.subList(1, 2), members());
        assertEquals(1, scripts.sweep().backends());
    }

    @Test
    void theKeysOfSlotsAreRenewedLongBeforeTheyExpire() {
        List<String> slots = register(2);
        await(REDIS.redis().commands().pexpire(RedisKeys.BACKEND + slots.get(0), 200_000));
        renew(slots);
        assertTrue(life(slots.get(0)) > 500_000);

        scripts.delete(RedisKeys.BACKEND + slots.get(1)); // by a Redis that lost it
        renew(slots);
        assertTrue(life(slots.get(1)) > 500_000);
    }

    @Test
    void manySlotsAreAsCheapToRenewAndToSweepAsOne() {
        List<String> one = register(1);
        renewAndSweep(one); // so that Redis knows the scripts
        long forOne = commandsOf(() -> renewAndSweep(one));
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        List<String> many = register(900);

        assertEquals(forOne, commandsOf(() -> renewAndSweep(many)));
    }

    private void renewAndSweep(List<String> slots) {
        assertEquals(new Registration.Renewal(0, 0), renew(slots));
        assertEquals(slots.size(), scripts.sweep().backends());
    }

    private static long commandsOf(Runnable work) {
        Map<String, Long> before = REDIS.commandCalls();
        work.run();
        Map<String, Long> after = REDIS.commandCalls();
        return after.entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("info"))
                .mapToLong(entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L))
                .sum();
    }

    private List<String> register(int slots) {
        return await(registration.register(slots));
    }

    private Registration.Renewal renew(List<String> slots) {
        return await(registration.renew(slots, List.of()));
    }

    private static long life(String slot) {
        return await(REDIS.redis().commands().pttl(RedisKeys.BACKEND + slot));
    }

    private static List<String> members() {
        return await(REDIS.redis().commands().smembers(RedisKeys.BACKEND_SET)).stream()
                .map(id -> new String(id, StandardCharsets.UTF_8))
                .toList();
    }
}
