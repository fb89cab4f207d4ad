package asyfleet.terminal;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lines that stay, and below them one line that is drawn again and again. Synchronized, because those who work and those
 * who draw are different threads.
 */
public final class StatusLine {

    /** For a regular expression: what commands a terminal, is invisible, or ends a line; also beyond ASCII. */
    public static final String NO_LETTERS = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";

    private static final String CLEAR_LINE = "\r\u001b[K";

    // A line that is too long all the same is cut by the terminal: a second one would stay when the first is cleared.
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    /**
     * The lines that were drawn. Static, because a signal ends the whole program; concurrent, because its shutdown hook reads
     * what any thread adds.
     */
    private static final Set<StatusLine> LINES = ConcurrentHashMap.newKeySet();

    private final PrintStream out;
    private boolean drawn;
    private boolean left;

    public StatusLine(PrintStream out) {
        this.out = out;
    }

    /** A text that others sent, without anything that a terminal obeys; ends of lines stay. */
    public static String harmless(String text) {
        return text.replaceAll("[" + NO_LETTERS + "&&[^\n\t]]", "?");
    }

    public synchronized void say(String line) {
        clear();
        out.println(line);
        out.flush();
    }

    /** Draws the line that is replaced by the next. */
    public synchronized void draw(String line) {
        if (left) {
            return;
        }
        LINES.add(this);
        clear();
        out.print(NO_WRAP + line + WRAP);
        out.flush();
        drawn = true;
    }

    public synchronized void clear() {
        if (drawn) {
            out.print(CLEAR_LINE);
            out.flush();
            drawn = false;
        }
    }

    /** For the shutdown hook: ends each line and draws no more, so that the prompt of the user's shell comes below it. */
    public static void leaveAll() {
        LINES.forEach(StatusLine::leave);
    }

    synchronized void leave() {
        if (drawn) {
            out.println();
            out.flush();
        }
        drawn = false;
        left = true;
    }

    /** Writes bytes to another stream that may lead to the same terminal. */
    public synchronized void pass(PrintStream other, byte[] contents) {
        clear();
        other.write(contents, 0, contents.length);
        other.flush();
    }
}
