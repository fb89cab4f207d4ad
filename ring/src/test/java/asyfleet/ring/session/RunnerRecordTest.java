package asyfleet.ring.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.ring.session.RunnerRecord.RunnerVerdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunnerRecordTest {

    /** History: s is a success, f a failure, oldest first. */
    @ParameterizedTest
    @CsvSource({
        // nothing is judged before ten jobs are in
        "'', 0, ELIGIBLE",
        "fffffffff, 3, ELIGIBLE",
        // in all: under 60 % of successes
        "fffffsssss, 0, OUT",
        "ffffssssss, 0, ELIGIBLE",
        "ssssssssssffffff, 0, ELIGIBLE",
        "ssssssssssfffffff, 0, OUT",
        // the last ten: more than two failures, and jobs are still out
        "ffssssssss, 3, ELIGIBLE",
        "fffsssssss, 3, HOLD",
        "fffsssssss, 1, HOLD",
        "fffsssssss, 0, ELIGIBLE",
        "fffssssssss, 3, ELIGIBLE",
        "sssssssssssssfff, 2, HOLD"
    })
    void theVerdictFollowsFromTheHistory(String history, int running, RunnerVerdict verdict) {
        assertEquals(verdict, conduct(history).judge(running));
    }

    @Test
    void whoIsOutStaysOutWhateverItBringsLater() {
        RunnerRecord conduct = conduct("fffffsssss");
        for (int i = 0; i < 100; i++) {
            conduct.record(true);
        }

        assertEquals(RunnerVerdict.OUT, conduct.judge(0));
    }

    @Test
    void aRunnerOnHoldWorksItsWayBackOneJobAtATime() {
        RunnerRecord conduct = conduct("ssssssssssssssssfff");
        int jobs = 0;
        while (conduct.judge(1) == RunnerVerdict.HOLD) {
            assertEquals(RunnerVerdict.ELIGIBLE, conduct.judge(0));
            conduct.record(true);
            jobs++;
        }

        assertEquals(8, jobs);
    }

    @Test
    void aRunnerThatWasSentOutDoesNotComeBackUnderTheSameName() {
        RunnerRecords book = new RunnerRecords(true);
        for (int i = 0; i < 10; i++) {
            book.record(new RunnerId(1, "bad", "127.0.0.1", true), false);
        }

        assertEquals(RunnerVerdict.OUT, book.judge(new RunnerId(2, "bad", "127.0.0.1", true), 0));
        assertEquals(RunnerVerdict.ELIGIBLE, book.judge(new RunnerId(3, "good", "127.0.0.1", true), 0));
        assertEquals(RunnerVerdict.ELIGIBLE, book.judge(new RunnerId(4, "bad", "10.0.0.9", true), 0));
    }

    @Test
    void nobodyIsJudgedUnlessAskedFor() {
        RunnerRecords book = new RunnerRecords(false);
        for (int i = 0; i < 10; i++) {
            book.record(new RunnerId(1, "bad", "127.0.0.1", true), false);
        }

        assertEquals(RunnerVerdict.ELIGIBLE, book.judge(new RunnerId(1, "bad", "127.0.0.1", true), 1));
    }

    private static RunnerRecord conduct(String history) {
        RunnerRecord conduct = new RunnerRecord();
        history.chars().forEach(one -> conduct.record(one == 's'));
        return conduct;
    }
}
