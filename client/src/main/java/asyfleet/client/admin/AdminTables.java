package asyfleet.client.admin;

import asyfleet.terminal.StatusLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The answers to an operator as tables. Names of other people's making lose what a terminal would obey. */
final class AdminTables {

    private AdminTables() {}

    static String machines(JsonNode answer) {
        StringBuilder table = new StringBuilder();
        row(table, "%-38s %5s %5s  %s", "machine", "slots", "busy", "");
        for (JsonNode machine : answer.path("machines")) {
            String name = machine.path("name").asString("");
            row(
                    table,
                    "%-38s %5s %5s  %s",
                    name.isEmpty() ? "(other programs)" : name,
                    machine.path("slots").asString(""),
                    machine.path("busy").asString(""),
                    machine.path("drained").asBoolean() ? "drained" : "");
        }
        if (answer.path("paused").asBoolean()) {
            table.append("paused: 'asyfleet admin resume' ends it\n");
        }
        return table.toString();
    }

    static String tasks(JsonNode answer) {
        StringBuilder table = new StringBuilder();
        row(table, "%-18s %-8s %8s  %-24s %s", "task", "state", "age", "caller", "main file");
        for (JsonNode task : answer.path("tasks")) {
            row(
                    table,
                    "%-18s %-8s %8s  %-24s %s",
                    task.path("id").asString(""),
                    task.path("state").asString(""),
                    age(task.path("submitted").asString("")),
                    task.path("caller").asString(""),
                    task.path("main").asString(""));
        }
        for (JsonNode batch : answer.path("batches")) {
            row(
                    table,
                    "batch %s  %s",
                    batch.path("id").asString(""),
                    batch.path("caller").asString(""));
        }
        return table.toString();
    }

    private static void row(StringBuilder table, String form, Object... cells) {
        table.append(StatusLine.harmless(String.format(Locale.ROOT, form, cells))
                        .stripTrailing())
                .append('\n');
    }

    private static String age(String submitted) {
        if (submitted.isEmpty()) {
            return "";
        }
        long seconds = Math.max(
                0, Duration.between(Instant.parse(submitted), Instant.now()).toSeconds());
        return seconds + " s";
    }
}
