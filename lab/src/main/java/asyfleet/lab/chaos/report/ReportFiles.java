package asyfleet.lab.chaos.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** The writer of the reports that are files: the figures as JSON, the same in a page that needs nothing else, and
 * its plots as an SVG. */
public final class ReportFiles {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PLACE = "/*REPORT*/null";

    private ReportFiles() {}

    public static void write(ChaosReport report, Path directory) throws IOException {
        ReportData data = ReportData.of(report);
        String json = JSON.writeValueAsString(data);
        Files.writeString(directory.resolve("report.json"), json);
        Files.writeString(directory.resolve("plots.svg"), PlotsSvg.of(data));
        // In a script, a closing tag would end it wherever it stands.
        Files.writeString(directory.resolve("report.html"), page().replace(PLACE, json.replace("</", "<\\/")));
    }

    private static String page() throws IOException {
        try (InputStream page = ReportFiles.class.getResourceAsStream("/chaos/report.html")) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
