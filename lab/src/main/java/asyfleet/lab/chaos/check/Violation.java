package asyfleet.lab.chaos.check;

import java.util.Locale;

/**
 * A promise that a history breaks.
 *
 * @param at when, in seconds of the history
 * @param task 0 if it is not about one
 * @param text what was seen
 */
public record Violation(ViolationKind kind, double at, int task, String text) {

    @Override
    public String toString() {
        String whose = task == 0 ? "" : " task " + task + ":";
        return String.format(Locale.ROOT, "%s at %.1f s:%s %s", kind, at, whose, text);
    }
}
