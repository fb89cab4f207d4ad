package asyfleet.redis.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateMessageTest {

    private static final Optional<String> NONE = Optional.empty();

    @Test
    void newsFollowsTheIdOfItsTask() {
        assertEquals(
                List.of(
                        update("17", Optional.of("ws://10.0.0.7/t/x?a=b"), Optional.of("7f3e"), null, null),
                        update("18", NONE, NONE, Duration.ofMillis(2500), null),
                        update("19", NONE, NONE, null, Duration.ZERO)),
                UpdateMessage.parse("17 a=ws://10.0.0.7/t/x?a=b p=7f3e 18 e=2.5 19 d=0"));
    }

    @Test
    void anIdAloneSaysThatItsListsMustBeRead() {
        assertEquals(List.of(TaskUpdate.untold("17"), TaskUpdate.untold("18")), UpdateMessage.parse("17 18"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17 x=1", "17 e=soon", "17 e=1e999999999999", "17 a=ws://here z=", "17 d=-"})
    void newsThatIsNotUnderstoodIsReadFromTheLists(String message) {
        assertEquals(List.of(TaskUpdate.untold("17")), UpdateMessage.parse(message));
    }

    @Test
    void laterNewsReplacesEarlierOfItsKindOnly() {
        TaskUpdate first = UpdateMessage.parse("17 e=5 d=3").get(0);
        TaskUpdate second = UpdateMessage.parse("17 e=2").get(0);

        assertEquals(update("17", NONE, NONE, Duration.ofSeconds(2), Duration.ofSeconds(3)), first.then(second));
        assertEquals(TaskUpdate.untold("17"), first.then(TaskUpdate.untold("17")));
    }

    private static TaskUpdate update(
            String id, Optional<String> address, Optional<String> process, Duration estimate, Duration duration) {
        return new TaskUpdate(
                id, address, Optional.ofNullable(estimate), Optional.ofNullable(duration), Optional.empty(), process);
    }
}
