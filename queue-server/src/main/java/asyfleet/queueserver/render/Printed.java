package asyfleet.queueserver.render;

import java.util.Map;

/**
 * The output of a program, as far as it was kept.
 *
 * @param output all of it, or, of a task that asked for them apart, what went to standard output
 * @param errors what such a task wrote to standard error
 */
public record Printed(String output, String errors) {

    public static final Printed NOTHING = new Printed("", "");

    /** Adds the fields of every JSON answer that shows it. */
    public void addTo(Map<String, Object> json) {
        json.put("output", output);
        if (!errors.isEmpty()) {
            json.put("stderr", errors);
        }
    }
}
