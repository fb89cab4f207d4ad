package asyfleet.queueserver.task;

import java.util.Arrays;
import java.util.Locale;

/** The way by which a task came, and how urgent that makes it. */
public enum Door {
    BATCH(0),
    HTTP(1),
    WEBSOCKET(2);

    private final int priority;

    Door(int priority) {
        this.priority = priority;
    }

    public int priority() {
        return priority;
    }

    /** As a label of metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Door ofPriority(int priority) {
        return Arrays.stream(values())
                .filter(door -> door.priority == priority)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no door has priority " + priority));
    }
}
