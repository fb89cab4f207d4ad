package asyfleet.backend.reach;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.reach.Reachability.State;
import org.junit.jupiter.api.Test;

class ReachabilityTest {

    private final Reachability rules = new Reachability();

    @Test
    void aFewTasksInARowThatNobodyFetchedRaiseDoubts() {
        unfetched(Reachability.MOST_UNFETCHED - 1);
        assertEquals(State.REACHED, rules.state());
        unfetched(1);
        assertEquals(State.DOUBTED, rules.state());
    }

    @Test
    void aTaskThatSomebodyFetchedEndsTheRow() {
        unfetched(Reachability.MOST_UNFETCHED - 1);
        rules.visited();
        unfetched(Reachability.MOST_UNFETCHED - 1);
        assertEquals(State.REACHED, rules.state());
    }

    @Test
    void queueServersThatDoNotComeWhenAskedDoNotReachTheProcess() {
        doubted().unanswered(2);
        assertEquals(State.UNREACHED, rules.state());
    }

    @Test
    void whereThereIsNoQueueServerToAskNothingIsKnown() {
        doubted().unanswered(0);
        assertEquals(State.REACHED, rules.state());
        unfetched(1);
        assertEquals(State.REACHED, rules.state(), "a new row begins");
    }

    @Test
    void whoComesEndsDoubtsAndMore() {
        doubted().visited();
        assertEquals(State.REACHED, rules.state());
        doubted().unanswered(1);
        rules.visited();
        assertEquals(State.REACHED, rules.state());
    }

    @Test
    void nobodyToAskIsNoProofThatTheProcessIsReachedAgain() {
        doubted().unanswered(1);
        rules.unanswered(0);
        assertEquals(State.UNREACHED, rules.state());
    }

    private Reachability doubted() {
        unfetched(Reachability.MOST_UNFETCHED);
        return rules;
    }

    private void unfetched(int tasks) {
        for (int i = 0; i < tasks; i++) {
            rules.unfetched();
        }
    }
}
