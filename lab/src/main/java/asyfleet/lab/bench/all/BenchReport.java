package asyfleet.lab.bench.all;

import asyfleet.lab.report.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that a run found out.
 *
 * @param machine what it ran on, and how
 * @param memory megabytes of each service during the soak
 */
record BenchReport(Map<String, String> machine, List<BenchRow> rows, Map<String, List<Double>> memory) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Writes {@code report.txt}, {@code report.json} and {@code report.html}. */
    void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.txt"), text());
        Files.writeString(directory.resolve("report.json"), json());
        Files.writeString(directory.resolve("report.html"), BenchPage.of(this));
    }

    /** The rows by their sections, in the order in which they were measured. */
    Map<String, List<BenchRow>> sections() {
        Map<String, List<BenchRow>> sections = new LinkedHashMap<>();
        rows.forEach(row -> sections.computeIfAbsent(row.section(), name -> new java.util.ArrayList<>())
                .add(row));
        return sections;
    }

    /** Is Markdown, too. */
    String text() {
        StringBuilder text = new StringBuilder();
        machine.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        sections()
                .forEach((section, measured) ->
                        text.append('\n').append(section).append("\n\n").append(table(measured)));
        text.append('\n');
        rows.stream().filter(row -> !row.note().isEmpty()).forEach(row -> text.append("- ")
                .append(row.section())
                .append(": ")
                .append(row.what())
                .append(": ")
                .append(row.note())
                .append('\n'));
        return text.toString();
    }

    private static TextTable table(List<BenchRow> rows) {
        TextTable table = new TextTable("what", "Asyfleet", "unit", "beside it", "ratio", "goal", "met");
        for (BenchRow row : rows) {
            table.row(
                    row.what(),
                    BenchRow.spread(row.ours()),
                    row.unit(),
                    row.peer().map(BenchReport::peer).orElse(""),
                    row.ratio().map(BenchRow::number).orElse(""),
                    row.goal().map(Goal::toString).orElse(""),
                    met(row));
        }
        return table;
    }

    static String peer(BenchRow.Compared peer) {
        return peer.name() + " " + BenchRow.spread(peer.figure());
    }

    static String met(BenchRow row) {
        return row.goal().isEmpty()
                ? ""
                : row.isMet().map(met -> met ? "yes" : "no").orElse("–");
    }

    String json() {
        ObjectNode report = JSON.createObjectNode();
        ObjectNode described = report.putObject("machine");
        machine.forEach(described::put);
        var list = report.putArray("rows");
        for (BenchRow row : rows) {
            ObjectNode one = list.addObject();
            one.put("section", row.section()).put("what", row.what()).put("unit", row.unit());
            one.set("asyfleet", JSON.valueToTree(row.ours()));
            row.peer().ifPresent(peer -> one.putObject("peer")
                    .put("name", peer.name())
                    .set("figure", JSON.valueToTree(peer.figure())));
            row.ratio().ifPresent(ratio -> one.put("ratio", ratio));
            row.goal().ifPresent(goal -> one.put("goal", goal.toString()));
            Optional<Boolean> met = row.isMet();
            met.ifPresent(value -> one.put("met", value));
            one.put("note", row.note());
        }
        report.set("memory", JSON.valueToTree(memory));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n";
    }
}
