package asyfleet.ring.protocol;

import java.util.List;

/** Messages of runners to a manager. */
class RingManagerFuzzTest extends RingFuzzing<RunnerMessage, ManagerMessage> {

    @Override
    RingEnd<RunnerMessage, ManagerMessage> end() {
        return RingEnd.manager(LIMITS);
    }

    @Override
    RingParty self() {
        return RingParty.MANAGER;
    }

    @Override
    ManagerMessage answer(RingState state, RandomRingMessages messages) {
        return messages.manager(state);
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "SALUTON; MI host\0KOMPRENAS\0JESPETO\0PRETA\0FINO ANKAU",
                "SALUTON; MI host\n\0KOMPRENAS\r\n\0JES\0REZULTO a job success 3\0abc\0PETO\0",
                "SALUTON; MI h\0KOMPRENAS\0JES\0REZULTO a success 0000000101\0" + "x".repeat(101) + "\0FINO ANKAU",
                "SALUTON; MI h\0KOMPRENAS\0JES\0REZULTO a success 1.5",
                "SALUTON; MI h\0KOMPRENAS\0JES\0REZULTO a success 0000000050zx");
    }
}
