package asyfleet.statistics;

/** The rule for quantiles: each is one of the values, the smallest that this share of all values does not exceed. */
public final class Quantile {

    /** Much less than one value, and more than the error of a product: 0.07 * 100 is a little more than 7. */
    private static final double ROUNDING = 1e-9;

    private Quantile() {}

    /** The index of the quantile among so many values in ascending order; there must be one at least. */
    public static int index(double share, int count) {
        return Math.max(0, (int) Math.ceil(share * count - ROUNDING) - 1);
    }
}
