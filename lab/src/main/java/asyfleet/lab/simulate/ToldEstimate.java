package asyfleet.lab.simulate;

/**
 * An estimate that a client was told, with the true wait from then on.
 *
 * @param priority of the task
 * @param first whether it was the first that this client was told
 * @param peerMillis what the usual formula would have said at the same moment
 */
record ToldEstimate(int priority, boolean first, long estimateMillis, long peerMillis, long trueMillis) {

    double error() {
        return relative(estimateMillis);
    }

    double peerError() {
        return relative(peerMillis);
    }

    /** Positive if the client waited less than it was told. */
    double bias() {
        return (estimateMillis - trueMillis) / (double) trueMillis;
    }

    private double relative(long estimate) {
        return Math.abs(estimate - trueMillis) / (double) trueMillis;
    }
}
