package asyfleet.ring.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Does for one end what a transport does, with pauses where the test says. */
final class Listener<I extends RingMessage, O extends RingMessage> {

    private final RingEnd<I, O> end;

    Listener(RingEnd<I, O> end) {
        this.end = end;
    }

    static Listener<RunnerMessage, ManagerMessage> manager() {
        return new Listener<>(RingEnd.manager(RingLimits.DEFAULT));
    }

    static Listener<ManagerMessage, RunnerMessage> runner() {
        return new Listener<>(RingEnd.runner(RingLimits.DEFAULT));
    }

    RingState state() {
        return end.state();
    }

    boolean awaitsQuiet() {
        return end.awaitsQuiet();
    }

    String say(O message) {
        return new String(end.send(message), StandardCharsets.UTF_8);
    }

    /** Hears text in one piece with no pause after it. */
    List<I> hear(String text) {
        receive(text);
        return take();
    }

    /** Reads text without looking at it yet. */
    void receive(String text) {
        end.receive(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hears text byte by byte, and then a pause. */
    List<I> hearSlowly(String text) {
        List<I> messages = new ArrayList<>();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            end.receive(new byte[] {b});
            messages.addAll(take());
        }
        messages.addAll(pause());
        return messages;
    }

    /** All messages that are complete. */
    List<I> take() {
        List<I> messages = new ArrayList<>();
        for (I message; (message = end.next()) != null; ) {
            messages.add(message);
        }
        return messages;
    }

    /** A pause, which a transport heeds only where it matters. */
    List<I> pause() {
        I message = end.awaitsQuiet() ? end.peerIsQuiet() : null;
        return message == null ? List.of() : List.of(message);
    }
}
