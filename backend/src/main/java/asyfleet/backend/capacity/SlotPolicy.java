package asyfleet.backend.capacity;

/**
 * The rule for the number of slots that a machine should offer. Rules only.
 *
 * <p>Memory first: what runs out of it dies, so a shortage halves the slots at once, and a slot is only added if its share
 * is there. A shortage of processors only makes tasks slower, so it takes one slot at a time. Between "short" and "ample"
 * nothing changes, or the number would swing. Up to the number of processors slots come back when the machine is idle,
 * beyond it only if all are busy: an idle slot more helps nobody.
 *
 * <p>The rejected design, to steer by the average time of tasks, would shrink the fleet because someone draws large
 * figures.
 *
 * @param processors of the machine; twice as many slots are the most
 */
public record SlotPolicy(int processors) {

    private static final double SHORT_MEMORY = 0.10;
    private static final double AMPLE_MEMORY = 0.25;
    private static final double SHORT_CPU = 0.60;
    private static final double AMPLE_CPU = 0.20;

    /** The memory that nearly every task fits into: Asymptote with its 3D modules, LaTeX, Ghostscript. */
    private static final long BYTES_PER_SLOT = 256L << 20;

    public static SlotPolicy ofThisMachine() {
        return new SlotPolicy(Runtime.getRuntime().availableProcessors());
    }

    public int most() {
        return 2 * processors;
    }

    /** @param busy how many of the slots run a task */
    public int decide(MachineLoad load, int slots, int busy) {
        if (load.availableShare() < SHORT_MEMORY) {
            return within(slots / 2);
        }
        if (load.cpuPressure() > SHORT_CPU) {
            return within(slots - 1);
        }
        boolean wanted = slots < processors || busy == slots;
        return wanted && isAmple(load) ? within(slots + 1) : within(slots);
    }

    private static boolean isAmple(MachineLoad load) {
        return load.cpuPressure() < AMPLE_CPU
                && load.availableShare() > AMPLE_MEMORY
                && load.availableBytes() - load.totalBytes() * SHORT_MEMORY > BYTES_PER_SLOT;
    }

    private int within(int slots) {
        return Math.max(1, Math.min(slots, most()));
    }
}
