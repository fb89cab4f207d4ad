package asyfleet.lab.chaos.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.FaultKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultTableTest {

    private static List<FaultRow> table(ForgedHistory history) {
        return FaultTable.of(history.events(), history.violations());
    }

    @Test
    void aRowTellsWhatHappenedFromAFaultToTheNext() {
        FaultRow row = table(new ForgedHistory()
                        .sent(ClientDoor.ASY) // at 0
                        .struck(FaultKind.STOP_REDIS) // at 1
                        .healed() // at 2
                        .recovered() // at 3
                        .ended("UNAVAILABLE") // at 4
                        .struck(FaultKind.KILL_BACKEND))
                .get(1);

        assertEquals(FaultKind.STOP_REDIS.title(), row.fault());
        assertEquals(1, row.count());
        assertEquals(1, row.tasks());
        assertEquals(Map.of("UNAVAILABLE", 1), row.errors());
        assertEquals(List.of(1.0), row.recoveries());
        assertEquals(0, row.lost() + row.twice() + row.wrong());
    }

    @Test
    void timesCountToGoodAnswersOnly() {
        FaultRow row = table(new ForgedHistory()
                        .sent(ClientDoor.ASY) // at 0
                        .struck(FaultKind.KILL_BACKEND) // at 1
                        .healed() // at 2
                        .pass(5)
                        .ended() // at 8
                        .recovered()) // at 9
                .get(0);

        assertEquals(List.of(6.0), row.answers());
        assertEquals(List.of(7.0), row.silences());
    }

    @Test
    void theTasksOfAKilledPartAreTimedFromTheStrike() {
        FaultRow row = table(new ForgedHistory()
                        .sent(ClientDoor.EVENTS) // at 0
                        .struck(FaultKind.KILL_BACKEND) // at 1
                        .waitsAgain() // at 2
                        .runsAgain() // at 3
                        .adopted() // at 4
                        .ended())
                .get(0);

        assertEquals(List.of(2.0), row.reruns());
        assertEquals(List.of(3.0), row.adoptions());
    }

    @Test
    void aTaskThatWasAdoptedWhileItWaitedWaitsAsANewOneDoes() {
        FaultRow row = table(new ForgedHistory()
                        .sent(ClientDoor.EVENTS) // at 0
                        .struck(FaultKind.KILL_BACKEND) // at 1
                        .waitsAgain() // at 2
                        .struck(FaultKind.KILL_QUEUE_SERVER) // at 3
                        .adopted() // at 4
                        .runsAgain() // at 5
                        .ended())
                .get(0);

        assertEquals(List.of(), row.reruns());
    }

    /** Its client asks for it for a while, and meanwhile the next fault may have begun. */
    @Test
    void aTaskThatRedisForgotIsPutDownToTheFaultThatMadeItUnknown() {
        List<FaultRow> rows = table(new ForgedHistory()
                .sent(ClientDoor.TASKS)
                .accepted()
                .struck(FaultKind.KILL_REDIS_EMPTY)
                .stumbled("NOT_FOUND")
                .healed()
                .recovered()
                .struck(FaultKind.ROLLING_RESTART)
                .vanished("unknown to the fleet (404)"));

        assertEquals(Map.of("NOT_FOUND", 1, "unknown", 1), rows.get(0).errors());
        assertEquals(1, rows.get(0).unknown());
        assertEquals(Map.of(), rows.get(1).errors());
    }

    @Test
    void aFaultThatCouldNotBeMadeDoesNotCount() {
        ForgedHistory history = new ForgedHistory()
                .struck(FaultKind.FULL_DISK)
                .failed()
                .healed()
                .recovered()
                .struck(FaultKind.FULL_DISK)
                .healed()
                .recovered();

        assertEquals(List.of(1), table(history).stream().map(FaultRow::count).toList());
    }

    @Test
    void aWebhookThatWasNeverCalledIsLostAndAnErrorIsAnotherBrokenPromise() {
        FaultRow untold = table(new ForgedHistory()
                        .struck(FaultKind.KILL_SCHEDULER)
                        .sent(ClientDoor.WEBHOOK)
                        .accepted()
                        .ended())
                .get(0);
        FaultRow unexplained = table(new ForgedHistory()
                        .struck(FaultKind.KILL_SCHEDULER)
                        .sent(ClientDoor.ASY)
                        .vanished("closed"))
                .get(0);

        assertEquals(List.of(1, 0), List.of(untold.lost(), untold.other()));
        assertEquals(List.of(0, 1), List.of(unexplained.lost(), unexplained.other()));
    }

    @Test
    void lostTwiceAndWrongAreCountedApart() {
        FaultRow lost = table(new ForgedHistory()
                        .sent(ClientDoor.ASY)
                        .struck(FaultKind.KILL_BACKEND)
                        .gaveUp())
                .get(0);
        FaultRow twice = table(new ForgedHistory()
                        .sent(ClientDoor.ASY)
                        .struck(FaultKind.KILL_BACKEND)
                        .ended()
                        .ended())
                .get(0);
        FaultRow wrong = table(new ForgedHistory()
                        .sent(ClientDoor.ASY)
                        .struck(FaultKind.KILL_BACKEND)
                        .ended("TIME_LIMIT"))
                .get(0);

        assertEquals(List.of(1, 0, 0), List.of(lost.lost(), lost.twice(), lost.wrong()));
        assertEquals(List.of(0, 1, 0), List.of(twice.lost(), twice.twice(), twice.wrong()));
        assertEquals(List.of(0, 0, 1), List.of(wrong.lost(), wrong.twice(), wrong.wrong()));
    }
}
