package asyfleet.ring.protocol;

import java.util.List;

/** Messages of a manager to a runner. */
class RingRunnerFuzzTest extends RingFuzzing<ManagerMessage, RunnerMessage> {

    @Override
    RingEnd<ManagerMessage, RunnerMessage> end() {
        return RingEnd.runner(LIMITS);
    }

    @Override
    RingParty self() {
        return RingParty.RUNNER;
    }

    @Override
    RunnerMessage answer(RingState state, RandomRingMessages messages) {
        return messages.runner(state);
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "\0VERSIO 1.3\0ALIGI group\0\0LABORO a job .asy 3\0abc\0FINO\0",
                "\0VERSIO 1.3\n\0ALIGI group\r\n\0\0LABORO a .asy 0000000003\nabc\0ELIRI\0ATENDI\0",
                "\0VERSIO 1.3\0ALIGI g\0\0PRETA\0RICEVIS\0PRETARICEVIS\0FINO",
                "\0VERSIO one\0",
                "\0VERSIO \u00801.3\n\r\0ALIGI g",
                "\n" + "\r".repeat(65));
    }
}
