package asyfleet.lab.conformance;

/** Asymptote programs whose ends are known. */
final class Programs {

    static final String CIRCLE = "size(2cm); draw(unitcircle);";
    static final String DRAWS_NOTHING = "int x = 1;";
    static final String SYNTAX_ERROR = "draw(unitcircle";
    static final String ENDLESS = "while (true) {}";
    static final String FLOODS = "string s = \"0123456789\"; s += s; s += s; s += s; while (true) write(s);";
    static final String WRITES = "write(\"hello from the program\"); draw(unitcircle);";

    private Programs() {}
}
