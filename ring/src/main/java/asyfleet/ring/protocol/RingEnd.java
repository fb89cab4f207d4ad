package asyfleet.ring.protocol;

import java.util.Set;
import java.util.function.BiFunction;

/**
 * One end of a conversation: bytes in, messages out, and the reverse. It knows the state, so it knows which messages
 * may come; anything else is an error at the first byte that tells. Confined to the connection's thread.
 *
 * <p>The transport gives what it reads to {@link #receive}, then takes messages from {@link #next} until there is none,
 * and does so again after each {@link #send}: where no answer is due in between, TCP may join two messages (JES and
 * PETO, or PRETA and what follows when the contents have 0 bytes), and the second waits here for its turn.
 *
 * <p><strong>Messages whose end cannot be seen</strong> (all that have fields) are complete at a newline, which some
 * programs send, or when the peer is quiet: in lock step it then waits for us. So when {@link #awaitsQuiet} says so,
 * the transport waits a little (its policy) and, if nothing more was read, takes {@link #peerIsQuiet}. A peer that
 * pauses longer inside a message is misread: {@code REZULTO job success 1}, a pause, {@code 2} announces 1 byte, not
 * 12. That is in the protocol, not in its reader; whoever sends a message in one piece, as this class does, is safe. A
 * newline that comes after such a pause, when contents are due, is taken for their first byte, for the same reason.
 * Contents never join the message that announces them, because they wait for PRETA.
 *
 * <p>Two ends that are both this class need no pauses for jobs: see {@link #writeWholeSizes}.
 *
 * <p>A pause in a message that cannot be complete yet changes nothing: how long to wait for the rest is the transport's
 * rule as well.
 */
public final class RingEnd<I extends RingMessage, O extends RingMessage> {

    private final RingParty self;
    private final RingLimits limits;
    private final RingGrammar<I> grammar;
    private final RingLine<I> line;
    private final BiFunction<RingWriter, O, byte[]> writing;
    private RingWriter writer = new RingWriter(false);
    private boolean wholeSizes;
    private RingState state = RingState.HAIL;
    private int announced;
    private RingContents contents;

    private RingEnd(
            RingParty self, RingLimits limits, RingGrammar<I> grammar, BiFunction<RingWriter, O, byte[]> writing) {
        this.self = self;
        this.limits = limits;
        this.grammar = grammar;
        this.line = new RingLine<>(grammar, limits);
        this.writing = writing;
    }

    /** The manager's end of a conversation with one runner. */
    public static RingEnd<RunnerMessage, ManagerMessage> manager(RingLimits limits) {
        return new RingEnd<>(
                RingParty.MANAGER, limits, RingGrammar.ofRunner(limits), (writer, message) -> message.accept(writer));
    }

    /** The runner's end of the conversation with its manager. */
    public static RingEnd<ManagerMessage, RunnerMessage> runner(RingLimits limits) {
        return new RingEnd<>(
                RingParty.RUNNER, limits, RingGrammar.ofManager(limits), (writer, message) -> message.accept(writer));
    }

    public RingState state() {
        return state;
    }

    /** Takes bytes that were read. */
    public void receive(byte[] bytes) {
        int taken = contents == null ? 0 : contents.add(bytes, 0, bytes.length);
        line.add(bytes, taken, bytes.length - taken);
    }

    /** The next message that is complete, or null. */
    public I next() {
        return next(false);
    }

    /** Whether a part of a message other than contents has come. To be asked after {@link #next} gave null. */
    public boolean hasBegun() {
        return contents == null && !line.isEmpty();
    }

    /** Whether a message has come that may go on or may be all. To be asked after {@link #next} gave null. */
    public boolean awaitsQuiet() {
        return peerSpeaks() && contents == null && line.hasFields(state.words());
    }

    /** The message that is complete because the peer has stopped sending, or null if it is none yet. */
    public I peerIsQuiet() {
        return next(true);
    }

    private I next(boolean quiet) {
        if (!peerSpeaks()) {
            return nextOutOfTurn();
        }
        return contents == null ? nextLine(quiet) : nextContents();
    }

    private boolean peerSpeaks() {
        return state.speaker() != self;
    }

    /** A runner that was told to stop need not wait for the answer that it asked for. */
    private I nextOutOfTurn() {
        boolean maySayFarewell = self == RingParty.MANAGER && state == RingState.ANSWER;
        if (!maySayFarewell || !line.beginsLike(RingWord.FINO_ANKAU)) {
            refuseOutOfTurn();
            return null;
        }
        RingLine.Found<I> found = line.find(Set.of(RingWord.FINO_ANKAU), false);
        if (found == null) {
            return null;
        }
        line.drop(found.length());
        state = RingState.ENDED;
        return found.message();
    }

    private void refuseOutOfTurn() {
        // Contents of 0 bytes cannot be waited for, so the peer may go on before we "send" them.
        boolean emptyContentsDue = announced == 0 && state.words().contains(RingWord.CONTENTS);
        if (!emptyContentsDue) {
            line.refuseOutOfTurn();
        }
    }

    private I nextLine(boolean quiet) {
        RingLine.Found<I> found = line.find(state.words(), quiet);
        if (found == null) {
            return null;
        }
        line.drop(found.length());
        if (found.whole()) {
            writeWholeSizes();
        }
        move(found.message());
        return found.message();
    }

    private I nextContents() {
        if (!contents.isComplete()) {
            return null;
        }
        I message = grammar.contents(contents.bytes());
        move(message);
        return message;
    }

    /**
     * From now on sizes are written with all ten digits that they may have, so that the peer sees where they end. Any
     * program should understand that; those that exist have not been asked, so it is for a peer that is known to be this
     * class, or that does so itself, which is noticed here.
     */
    public void writeWholeSizes() {
        writer = new RingWriter(true);
        wholeSizes = true;
    }

    /** Whether it does so: it was told to, or the peer does. */
    public boolean writesWholeSizes() {
        return wholeSizes;
    }

    /**
     * Says a message.
     *
     * @return its bytes, to be written in one piece
     * @throws IllegalStateException if it must not be said now
     * @throws RingProtocolException if the peer did not wait for it
     */
    public byte[] send(O message) {
        if (peerSpeaks() || !state.words().contains(message.word())) {
            throw new IllegalStateException("cannot say " + message.word() + " in state " + state + "; expected "
                    + (peerSpeaks() ? "to listen" : state.words().toString()));
        }
        refuseOutOfTurn();
        byte[] bytes = writing.apply(writer, message);
        checkLength(message, bytes.length);
        move(message);
        return bytes;
    }

    /** The bytes of what is said last, whoever's turn it is; nothing can be said after it. Any thread. */
    public byte[] lastWord(O message) {
        return writing.apply(writer, message);
    }

    private void checkLength(O message, int length) {
        boolean isContents = message.word() == RingWord.CONTENTS;
        if (isContents ? length != announced : length > limits.maxLineBytes()) {
            throw new IllegalArgumentException(message.word() + " has " + length + " bytes; expected "
                    + (isContents ? "the announced " + announced : "at most " + limits.maxLineBytes()));
        }
    }

    private void move(RingMessage message) {
        message.announces().ifPresent(size -> announced = size);
        state = state.after(message.word());
        boolean contentsDue = peerSpeaks() && state.words().contains(RingWord.CONTENTS);
        contents = contentsDue ? new RingContents(announced, limits.maxContentsBytes()) : null;
    }
}
