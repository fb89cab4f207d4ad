package asyfleet.terminal;

/** Colours for words on a terminal, or none. */
public enum Colours {
    ON,
    OFF;

    public static Colours of(boolean wanted) {
        return wanted ? ON : OFF;
    }

    public String bold(String text) {
        return with("1", text);
    }

    public String dim(String text) {
        return with("2", text);
    }

    public String red(String text) {
        return with("1;31", text);
    }

    public String green(String text) {
        return with("32", text);
    }

    public String yellow(String text) {
        return with("33", text);
    }

    private String with(String code, String text) {
        return this == ON ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
