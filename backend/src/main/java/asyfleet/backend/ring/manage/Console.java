package asyfleet.backend.ring.manage;

import asyfleet.backend.ring.session.RingEvents;
import asyfleet.backend.ring.session.RunnerId;
import java.io.PrintStream;

/**
 * What the user of a manager sees: lines that stay, and one that is drawn again and again below them. Synchronized,
 * because sessions and the main thread write at the same time.
 */
public final class Console implements RingEvents {

    /** How progress is shown. */
    public enum Mode {
        /** A bar where the user looks at a terminal, lines otherwise. */
        AUTO,
        BAR,
        LINES,
        NONE
    }

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean bar;
    private boolean drawn;

    public Console(PrintStream out, boolean bar) {
        this.out = out;
        this.bar = bar;
    }

    boolean showsBar() {
        return bar;
    }

    public synchronized void say(String line) {
        clear();
        // Names and reasons come from runners, and a terminal obeys more than letters.
        out.println(line.replaceAll("[\\p{Cntrl}&&[^\n]]", "?"));
        out.flush();
    }

    /** Draws the line that is replaced by the next. */
    synchronized void draw(String line) {
        clear();
        out.print(line);
        out.flush();
        drawn = true;
    }

    synchronized void clear() {
        if (drawn) {
            out.print(CLEAR_LINE);
            drawn = false;
        }
    }

    @Override
    public void joined(RunnerId runner) {
        say("runner " + runner.name() + " joined");
    }

    @Override
    public void left(RunnerId runner, String why, int lost) {
        String jobs = lost == 0 ? "" : "; jobs that go to others: " + lost;
        say("runner " + runner.name() + " left: " + why + jobs);
    }

    @Override
    public void refused(String address, String why) {
        say("connection from " + address + " refused: " + why);
    }
}
