package asyfleet.lab.load;

import asyfleet.protocol.task.verdict.EndCode;
import java.util.Locale;

/** The kinds of figures that users send, and the end that each must have. */
enum LoadFigure {
    QUICK("size(4cm); for(int i=0; i < 12; ++i) draw(rotate(30i)*ellipse((1,0),1,0.4));", EndCode.OK),
    LABELLED(
            "size(4cm); draw(unitcircle); label(\"$x^2+y^2=1$\", (0,1), N); label(\"$\\int_0^1 f$\", (0,-1), S);",
            EndCode.OK),
    LOOP("while (true) {}", EndCode.TIME_LIMIT);

    private final String program;
    private final EndCode end;

    LoadFigure(String program, EndCode end) {
        this.program = program;
        this.end = end;
    }

    /** The program with a number: a fleet may answer the same question from memory. */
    String source(long number) {
        return program + " // " + number;
    }

    boolean mayEndWith(String code) {
        return end.name().equals(code);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
