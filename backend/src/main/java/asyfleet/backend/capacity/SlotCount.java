package asyfleet.backend.capacity;

import asyfleet.config.ValueType;

/**
 * The number of slots of a process.
 *
 * @param first at the start
 * @param adaptive whether the number then follows the load of the machine
 */
public record SlotCount(int first, boolean adaptive) {

    private static final String AUTO = "auto";
    private static final int MOST = 1024;

    /** As many as there are processors, and then as the load allows. */
    public static SlotCount auto() {
        return new SlotCount(SlotPolicy.ofThisMachine().processors(), true);
    }

    public static SlotCount of(int slots) {
        return new SlotCount(slots, false);
    }

    /** The largest number that this process will ever have. */
    public int most() {
        return adaptive ? SlotPolicy.ofThisMachine().most() : first;
    }

    /** A number, {@code cores} for one slot for each processor, or {@code auto}. */
    public static ValueType<SlotCount> type() {
        ValueType<Integer> number = ValueType.intBetween(1, MOST);
        return ValueType.of("number|cores|auto", text -> switch (text) {
            case AUTO -> auto();
            case "cores" -> of(SlotPolicy.ofThisMachine().processors());
            default -> of(parse(number, text));
        });
    }

    private static int parse(ValueType<Integer> number, String text) {
        try {
            return number.parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected a whole number from 1 to " + MOST + ", cores or auto", e);
        }
    }
}
