package asyfleet.ring.protocol;

import static asyfleet.ring.protocol.RingParty.MANAGER;
import static asyfleet.ring.protocol.RingParty.RUNNER;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The states of a conversation. Both ends walk through the same states, one by sending and the other by receiving the
 * same message; the table below holds every legal move, and nothing else is legal.
 *
 * <p>The protocol describes each end in states of its own; these are theirs laid over one another. It has the runner
 * end the conversation in answer to FINO alone, but a runner that was sent out (ELIRI) or told to stop by its user ends
 * it unasked, and one of several workers may still ask for a job after another was told FINO. So the runner may say all
 * that it has to say whenever it is its turn, and the manager judges. FINO ANKAU may even come in ANSWER, when it is not:
 * a runner that is told to stop does not wait for the answer.
 */
public enum RingState {
    HAIL(RUNNER),
    VERSION(MANAGER),
    UNDERSTOOD(RUNNER),
    GROUP(MANAGER),
    YES(RUNNER),
    /** The runner may ask for a job, bring a result, or end. */
    IDLE(RUNNER),
    ANSWER(MANAGER),
    JOB_READY(RUNNER),
    JOB_CONTENTS(MANAGER),
    RESULT_READY(MANAGER),
    RESULT_CONTENTS(RUNNER),
    RECEIVED(MANAGER),
    /** Nobody speaks any more. */
    ENDED(RUNNER);

    static {
        HAIL.moves(RingWord.SALUTON, VERSION);
        VERSION.moves(RingWord.VERSIO, UNDERSTOOD);
        UNDERSTOOD.moves(RingWord.KOMPRENAS, GROUP);
        GROUP.moves(RingWord.ALIGI, YES);
        YES.moves(RingWord.JES, IDLE);

        IDLE.moves(RingWord.PETO, ANSWER);
        ANSWER.moves(RingWord.LABORO, JOB_READY);
        JOB_READY.moves(RingWord.PRETA, JOB_CONTENTS);
        JOB_CONTENTS.moves(RingWord.CONTENTS, IDLE);
        ANSWER.moves(RingWord.FINO, IDLE);
        ANSWER.moves(RingWord.ELIRI, IDLE);
        ANSWER.moves(RingWord.ATENDI, IDLE);

        IDLE.moves(RingWord.REZULTO, RESULT_READY);
        RESULT_READY.moves(RingWord.PRETA, RESULT_CONTENTS);
        RESULT_CONTENTS.moves(RingWord.CONTENTS, RECEIVED);
        RECEIVED.moves(RingWord.RICEVIS, IDLE);

        IDLE.moves(RingWord.FINO_ANKAU, ENDED);
    }

    private final RingParty speaker;
    private final Map<RingWord, RingState> moves = new EnumMap<>(RingWord.class);

    RingState(RingParty speaker) {
        this.speaker = speaker;
    }

    private void moves(RingWord word, RingState next) {
        moves.put(word, next);
    }

    /** Whose turn it is. */
    public RingParty speaker() {
        return speaker;
    }

    /** The words that may be said now. */
    public Set<RingWord> words() {
        return Collections.unmodifiableSet(moves.keySet());
    }

    /** The state after that word, which must be one of {@link #words}. */
    RingState after(RingWord word) {
        return moves.get(word);
    }
}
