package asyfleet.lab.chaos.fleet;

/**
 * The number of processes of each kind in a fleet.
 *
 * @param sentinel whether a replica and Sentinels stand beside Redis; without them every service has a link of its own
 * @param ring whether a ring gateway with one runner takes tasks, too
 */
public record FleetLayout(
        int queueServers, int schedulers, int backends, int slotsPerBackend, boolean ring, boolean sentinel) {

    public static final FleetLayout USUAL = new FleetLayout(2, 2, 3, 2, true, false);
    public static final FleetLayout WITH_SENTINEL = new FleetLayout(2, 2, 3, 2, false, true);

    /** Every slot, when all processes are ready. */
    public int slots() {
        return backends * slotsPerBackend + (ring ? 1 : 0);
    }
}
