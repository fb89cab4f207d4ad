package asyfleet.scheduler.decide;

/**
 * The limit of tasks that may run at a level or slower: a number, or a share of the live backends.
 *
 * @param percent whether {@code amount} is a percentage
 */
record Limit(int amount, boolean percent) {

    static final Limit ALL = new Limit(100, true);

    Limit {
        if (amount < 1 || percent && amount > 100) {
            throw new IllegalArgumentException("limit is " + text(amount, percent) + ", expected "
                    + (percent ? "1% to 100%" : "a number from 1 or a percentage"));
        }
    }

    static Limit parse(String text) {
        boolean percent = text.endsWith("%");
        String digits = percent ? text.substring(0, text.length() - 1) : text;
        if (!digits.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "limit is \"" + text + "\", expected a number like 5 or a percentage like 50%");
        }
        return new Limit(Integer.parseInt(digits), percent);
    }

    /** Rounded down. */
    int of(int backends) {
        return percent ? (int) ((long) backends * amount / 100) : amount;
    }

    /** Only two of the same form can be compared without knowing the number of backends. */
    boolean alwaysAbove(Limit other) {
        return percent == other.percent && amount > other.amount;
    }

    @Override
    public String toString() {
        return text(amount, percent);
    }

    private static String text(int amount, boolean percent) {
        return percent ? amount + "%" : Integer.toString(amount);
    }
}
