package asyfleet.lab.bench.fleet;

import asyfleet.client.connect.TaskSources;
import java.util.concurrent.atomic.AtomicLong;

/** Programs to measure with. Each is asked for once only: a fleet may answer the same question from memory. */
public final class Figures {

    public static final String LABELLED = "size(4cm); draw(unitcircle); dot((0,0));\n"
            + "label(\"$\\alpha$\", (1,0), E); label(\"$x^2+y^2=1$\", (0,1), N);\n"
            + "label(\"$\\sqrt{2}$\", (-1,0), W); label(\"$\\int_0^1 f$\", (0,-1), S);\n";
    public static final String SHORT = "draw(unitcircle);\n";
    static final String ENDLESS = "while (true) {}\n";

    /** Atomic: tasks are made on any thread. Starts at the clock, for a Redis that has seen an earlier run. */
    private static final AtomicLong NUMBER = new AtomicLong(System.nanoTime());

    private Figures() {}

    public static TaskSources once(String program) {
        return TaskSources.of(text(program));
    }

    /** The program, unlike any other. */
    public static String text(String program) {
        return program + "// " + NUMBER.incrementAndGet();
    }
}
