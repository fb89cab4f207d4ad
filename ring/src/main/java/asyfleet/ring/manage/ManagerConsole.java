package asyfleet.ring.manage;

import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.RingEvents;
import asyfleet.ring.session.RunnerId;
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

    private static final String CLEAR_LINE = "\r\u001b[K";

    // A line that is too long all the same is cut by the terminal: a second one would stay when the first is cleared.
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final boolean bar;
    private final int width;
    private boolean drawn;
    private boolean silent;

    public ManagerConsole(PrintStream out, boolean bar) {
        this(out, bar, Terminal.USUAL_WIDTH);
    }

    ManagerConsole(PrintStream out, boolean bar, int width) {
        this.out = out;
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

    public synchronized void say(String line) {
        if (silent) {
            return;
        }
        clear();
        // Names and reasons come from runners, and a terminal obeys more than letters.
        out.println(line.replaceAll("[" + JobReport.NO_LETTERS + "&&[^\n]]", "?"));
        out.flush();
    }

    /** Says nothing more after it, whoever still has something to say. */
    synchronized void sayLast(String line) {
        say(line);
        silent = true;
    }

    /** Draws the line that is replaced by the next. */
    synchronized void draw(String line) {
        if (silent) {
            return;
        }
        clear();
        out.print(NO_WRAP + line + WRAP);
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
