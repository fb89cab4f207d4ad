package asyfleet.lab.bench.startup;

import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.lab.report.Samples;
import asyfleet.lab.report.TextTable;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The measurement of what each command of the client takes as a whole process, beside {@code curl} for the same figure and
 * a JVM that does nothing. The fleet answers from its kept results, so nearly all of it is the start of a program. In
 * turn, so that a slow moment of the machine meets all.
 */
@Command(
        name = "startup",
        description = "How long each command of the client takes as a process, and curl for the same figure.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench startup --rounds 15")
public final class StartupBench implements Callable<Integer> {

    private static final String FIGURE = "size(4cm); draw(unitcircle);";

    /** Of a fleet that lives as long as the measurement. */
    private static final String ADMIN_TOKEN = UUID.randomUUID().toString();

    /** Runs its arguments in the directory that it is called by. */
    private static final String TIMED = "cd \"$0\" && TIMEFORMAT='%R %U %S' && time \"$@\" >/dev/null 2>&1";

    @Option(names = "--rounds", defaultValue = "15", description = "How often each command runs (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--client", required = true, paramLabel = "DIR", description = "A client as it is released.")
    private Path client;

    @Option(names = "--launcher", required = true, paramLabel = "FILE", description = "The launcher of the checkout.")
    private Path launcher;

    private final PrintStream out;

    public StartupBench(PrintStream out) {
        this.out = out;
    }

    /** The times of one command. */
    private record Times(Samples wall, Samples cpu) {}

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("asyfleet-bench-startup");
        Path figure = Files.writeString(directory.resolve("figure.asy"), FIGURE);
        try (LocalFleet fleet = LocalFleet.create()) {
            fleet.scheduler(Map.of());
            fleet.backend(Map.of("ASYFLEET_SLOTS", "1"));
            Path tokens = Files.writeString(directory.resolve("admin-tokens"), "bench " + ADMIN_TOKEN + "\n");
            ChildProcess server =
                    fleet.queueServer(Map.of("ASYFLEET_RESULT_LIFE", "1h", "ASYFLEET_ADMIN_TOKENS", tokens.toString()));
            Map<String, List<String>> commands = commands(server.address(), figure);
            Map<String, Times> times = new LinkedHashMap<>();
            for (int round = 0; round <= rounds; round++) {
                for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                    double[] seconds = run(command.getValue(), directory, server.address());
                    if (round > 0) { // the first one makes the archive of classes
                        Times all = times.computeIfAbsent(
                                command.getKey(), name -> new Times(new Samples(), new Samples()));
                        all.wall.add(seconds[0] * 1000);
                        all.cpu.add((seconds[1] + seconds[2]) * 1000);
                    }
                }
            }
            print(times);
        }
        return 0;
    }

    /** Each command of the client, by the words that stand for it in the table; a test compares them with the client. */
    Map<String, List<String>> commands(String server, Path figure) {
        String program = client.resolve("bin/asyfleet").toString();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(
                "curl", List.of("curl", "--fail", "--silent", "--data-binary", "@" + figure, server + "/api/render"));
        commands.put("a JVM that does nothing", emptyProgram());
        commands.put("render", List.of(program, "render", figure.toString(), "-o", "out.svg"));
        commands.put(
                "render, without the archive of classes",
                List.of("env", "XDG_CACHE_HOME=/dev/null", program, "render", figure.toString(), "-o", "out.svg"));
        commands.put(
                "render, by the checkout",
                List.of(launcher.toString(), "--no-build", "render", figure.toString(), "-o", "out.svg"));
        commands.put("asy", List.of(program, "asy", "-f", "svg", figure.toString()));
        commands.put("shell, for one picture", List.of("sh", "-c", "echo 'draw(unitcircle);' | \"$0\" shell", program));
        commands.put("stats", List.of(program, "stats"));
        commands.put("version", List.of(program, "version"));
        commands.put("admin machines", List.of(program, "admin", "machines"));
        commands.put("completion", List.of(program, "completion", "bash"));
        commands.put("render --help", List.of(program, "render", "--help"));
        commands.put(
                "load of one figure, by the checkout",
                List.of(launcher.toString(), "--no-build", "load", "--users", "1", "--mix", "quick:1"));
        return commands;
    }

    /** An empty program with the options of the released client: no Java program starts faster. */
    private static List<String> emptyProgram() {
        Path classes;
        try {
            classes = Path.of(EmptyProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no file: where the classes of the lab are", e);
        }
        return List.of(
                ChildCommand.jdk("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                classes.toString(),
                EmptyProgram.class.getName());
    }

    /** Seconds on the clock, in the program, and in the kernel for it; with those of its children. */
    private static double[] run(List<String> command, Path directory, String server) {
        String[] parts = new ChildCommand(command.get(0), command, Map.of())
                .under("bash", "-c", TIMED, directory.toString())
                .with("ASYFLEET_SERVER", server)
                .with("ASYFLEET_ADMIN_TOKEN", ADMIN_TOKEN)
                .with("XDG_CACHE_HOME", directory.toString())
                .with("XDG_STATE_HOME", directory.toString())
                .run()
                .strip()
                .split(" ");
        return new double[] {Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2])};
    }

    private void print(Map<String, Times> times) {
        TextTable table = new TextTable("command", "p50", "p95", "CPU p50", "more than curl");
        double curl = times.get("curl").wall.median();
        times.forEach((name, all) -> table.row(
                name,
                millis(all.wall.median()),
                millis(all.wall.p95()),
                millis(all.cpu.median()),
                millis(all.wall.median() - curl)));
        out.print(table);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.0f ms", value);
    }
}
