package asyfleet.lab.chaos.figure;

/** The kinds of figures that clients draw. */
public enum FigureKind {
    QUICK("size(%2$d); draw(unitcircle); write(\"%1$s\");"),
    LABELLED("size(%2$d); draw(unitsquare); label(\"$x^2$\",(0.5,0.5)); write(\"%1$s\");"),
    /** Writes at once and draws later: the same picture as a quick one. */
    NAP("write(\"%1$s\"); flush(stdout); sleep(1); size(%2$d); draw(unitcircle); write(\"%1$s again\");"),
    FAILING("write(\"%1$s\"); abort(\"%1$s fails\");"),
    ENDLESS("write(\"%1$s\"); flush(stdout); while (true) {}");

    private final String program;

    FigureKind(String program) {
        this.program = program;
    }

    /** A program that writes these words, and whose picture has this width. */
    String program(String words, int width) {
        return program.formatted(words, width);
    }

    /** The kind that draws the same. */
    FigureKind drawnLike() {
        return this == NAP ? QUICK : this;
    }

    boolean draws() {
        return this == QUICK || this == LABELLED || this == NAP;
    }
}
