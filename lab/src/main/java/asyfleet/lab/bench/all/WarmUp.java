package asyfleet.lab.bench.all;

/** Tasks that are run before anything is measured, until the compilers of all services are quiet, or it takes too long. */
record WarmUp(NoOpFleet fleet, Lengths lengths) {

    private static final int MOST_ROUNDS = 40;
    private static final double QUIET = 0.02;

    /** Says which of the two it was. */
    String run(int underWay) {
        long limit = System.nanoTime() + lengths.warmUp().toNanos();
        double compilers = 1;
        for (int i = 0; i < MOST_ROUNDS && !isQuiet(compilers) && System.nanoTime() - limit < 0; i++) {
            compilers = fleet.round(underWay, lengths.round()).compilers();
        }
        return "warmed up by %,d tasks; then the compilers took %s of the services' processor time%s"
                .formatted(
                        fleet.tasks(),
                        Goal.percent(compilers),
                        isQuiet(compilers) ? "" : ", so they are not quiet: the figures are too high");
    }

    /** A compiler's thread that ends takes its time out of the sum. So a share below nothing says that they just worked. */
    static boolean isQuiet(double compilers) {
        return Math.abs(compilers) <= QUIET;
    }
}
