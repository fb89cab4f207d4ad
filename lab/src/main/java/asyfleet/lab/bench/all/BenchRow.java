package asyfleet.lab.bench.all;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * One figure of the report.
 *
 * @param section the heading that it stands under
 * @param unit of both figures
 * @param peer the same thing measured with another program, in the same run
 * @param note how it was measured, where that is not plain
 */
record BenchRow(
        String section,
        String what,
        String unit,
        Spread ours,
        Optional<Compared> peer,
        Optional<Goal> goal,
        String note) {

    /** A figure to compare with. */
    record Compared(String name, Spread figure) {}

    static BenchRow of(String section, String what, String unit, Spread ours) {
        return new BenchRow(section, what, unit, ours, Optional.empty(), Optional.empty(), "");
    }

    BenchRow beside(String name, Spread figure) {
        return new BenchRow(section, what, unit, ours, Optional.of(new Compared(name, figure)), goal, note);
    }

    BenchRow with(Goal wanted) {
        return new BenchRow(section, what, unit, ours, peer, Optional.of(wanted), note);
    }

    BenchRow noting(String words) {
        return new BenchRow(section, what, unit, ours, peer, goal, words);
    }

    /** Of the middles: noise of the machine hits both. */
    Optional<Double> ratio() {
        return peer.map(other -> ours.middle() / other.figure().middle());
    }

    Optional<Boolean> isMet() {
        return goal.flatMap(wanted -> wanted.isMet(ours, ratio()));
    }

    /** Three digits, or all before the point. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal round = Math.abs(value) >= 100
                ? exact.setScale(0, RoundingMode.HALF_UP)
                : exact.round(new MathContext(3, RoundingMode.HALF_UP));
        return round.stripTrailingZeros().scale() < 0
                ? round.setScale(0).toPlainString()
                : round.stripTrailingZeros().toPlainString();
    }

    /** The middle, with the lowest and the highest if there are several. */
    static String spread(Spread figure) {
        String middle = number(figure.middle());
        return figure.low() == figure.high()
                ? middle
                : middle + " (" + number(figure.low()) + "–" + number(figure.high()) + ")";
    }
}
