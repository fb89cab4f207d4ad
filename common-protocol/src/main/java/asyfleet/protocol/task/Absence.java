package asyfleet.protocol.task;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A part that the fleet has none of at the moment, so that tasks wait until one joins. */
public enum Absence {
    BACKENDS("backends", "no machine is up"),
    SCHEDULERS("schedulers", "no scheduler is up");

    private final String field;
    private final String words;

    Absence(String field, String words) {
        this.field = field;
        this.words = words;
    }

    /** The field that is 0 in a message, in JSON. */
    public String field() {
        return field;
    }

    /** For people, such as {@code no machine is up}; empty if nothing is absent. */
    public static String inWords(Set<Absence> absent) {
        return EnumSet.allOf(Absence.class).stream()
                .filter(absent::contains)
                .map(absence -> absence.words)
                .collect(Collectors.joining(", "));
    }
}
