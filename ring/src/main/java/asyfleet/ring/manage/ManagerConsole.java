package asyfleet.ring.manage;

import asyfleet.ring.session.RingEvents;
import asyfleet.ring.session.RunnerId;
import asyfleet.terminal.StatusLine;
import asyfleet.terminal.Terminal;
import java.io.PrintStream;
import java.util.Map;

/**
 * The output for the user of a manager: lines that stay, and one that is drawn again and again below them.
 * Synchronized, because sessions and the main thread write at the same time.
 */
public final class ManagerConsole implements RingEvents {

    /** A way to show progress. */
    public enum Mode {
        /** A bar where the user looks at a terminal, lines otherwise. */
        AUTO,
        BAR,
        LINES,
        NONE
    }

    private final StatusLine line;
    private final boolean bar;
    private final int width;
    private boolean silent;

    public ManagerConsole(PrintStream out, boolean bar) {
        this(out, bar, Terminal.USUAL_WIDTH);
    }

    ManagerConsole(PrintStream out, boolean bar, int width) {
        this.line = new StatusLine(out);
        this.bar = bar;
        this.width = width;
    }

    public static ManagerConsole onStandardError(Mode mode, Map<String, String> environment) {
        boolean bar = mode == Mode.BAR || mode == Mode.AUTO && Terminal.isStandardError();
        return new ManagerConsole(System.err, bar, Terminal.width(environment));
    }

    boolean showsBar() {
        return bar;
    }

    int width() {
        return width;
    }

    public synchronized void say(String text) {
        if (!silent) {
            // Names and reasons come from runners, and a terminal obeys more than letters.
            line.say(StatusLine.harmless(text));
        }
    }

    /** Says nothing more after it, whoever still has something to say. */
    synchronized void sayLast(String text) {
        say(text);
        silent = true;
    }

    /** Draws the line that is replaced by the next. */
    synchronized void draw(String text) {
        if (!silent) {
            line.draw(text);
        }
    }

    void clear() {
        line.clear();
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
