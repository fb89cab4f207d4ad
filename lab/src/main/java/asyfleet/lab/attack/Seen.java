package asyfleet.lab.attack;

/**
 * An observation of an attack, or of the fleet beside or after it.
 *
 * @param asPromised whether it is what must happen
 */
record Seen(boolean asPromised, String text) {

    static Seen held(String text) {
        return new Seen(true, text);
    }

    static Seen broken(String text) {
        return new Seen(false, text);
    }

    /** Both, in this order. */
    Seen and(Seen other) {
        return new Seen(asPromised && other.asPromised, text + ", " + other.text);
    }
}
