package asyfleet.client.render.report;

import asyfleet.client.command.JsonError;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** The report for programs: a line of JSON on standard output for each figure, and one for the whole run. */
public final class JsonReport implements RenderReport {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;

    public JsonReport(PrintStream out) {
        this.out = out;
    }

    @Override
    public void warning(String place, String text) {
        print(Map.of("warning", text, "place", place));
    }

    @Override
    public void note(String text) {}

    @Override
    public void output(byte[] stdout) {
        throw new IllegalStateException("the output of a program is told at its end");
    }

    @Override
    public void ended(FigureEnd end) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("figure", end.figure());
        line.put("rendered", end.rendered());
        line.put("images", end.written().stream().map(Path::toString).toList());
        line.put("ms", end.took().toMillis());
        end.problem().ifPresent(problem -> {
            problem.details().forEach(line::put);
            line.put("file", problem.file());
        });
        line.put("stdout", text(end.program().stdout()));
        line.put("stderr", text(end.program().stderr()));
        print(line);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void progress(RunState state) {}

    @Override
    public void summary(RunState state) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("figures", state.all());
        line.put("rendered", state.rendered());
        line.put("failed", state.failed());
        line.put("ms", state.elapsed().toMillis());
        print(line);
    }

    @Override
    public void failed(String reason) {
        JsonError.print(out, reason);
    }

    private void print(Map<String, Object> line) {
        out.println(JSON.writeValueAsString(line));
        out.flush();
    }
}
