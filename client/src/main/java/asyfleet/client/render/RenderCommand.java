package asyfleet.client.render;

import asyfleet.client.command.ExitCode;
import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.PictureArguments;
import asyfleet.client.command.ServerAdvice;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.render.plan.ImageFiles;
import asyfleet.client.render.plan.PlanMistake;
import asyfleet.client.render.plan.RenderPlan;
import asyfleet.client.render.report.JsonReport;
import asyfleet.client.render.report.LineReport;
import asyfleet.client.render.report.RenderReport;
import asyfleet.config.HelpOption;
import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code asyfleet render}: sends figures to a fleet, some at a time, and writes the images. */
@Command(
        name = "render",
        description = "Sends figures to a fleet and writes their images.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet render figure.asy                    figure.svg beside it",
            "  asyfleet render chapters/ -o images/          all figures of a directory",
            "  asyfleet render figure.asy -o big.png --scale 4",
            "  asyfleet render - < figure.asy > figure.svg",
            "  asyfleet render figure.asy --watch            again at every save",
            "  asyfleet render figure.asy --local            without a server"
        },
        exitCodeListHeading = "%nExit codes, of several figures the highest:%n",
        exitCodeList = {
            "0:all figures were rendered",
            "1:a program failed; its error and line are on standard error",
            "2:the command, a file or an option is wrong",
            "3:the fleet could not be reached, or did not take the task"
        })
public final class RenderCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Figures; of a directory all in it that no other imports; patterns; - is standard input.")
    private List<String> files;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File for the image, directory for several (DIR/), or - for standard output; by default the"
                    + " images are beside their sources.",
            defaultValue = "")
    private String output;

    @Option(
            names = {"-i", "--include"},
            paramLabel = "FILE",
            description = "File to send along, beside those that the figures import, include or read.")
    private List<Path> companions = List.of();

    @Mixin
    private PictureArguments pictures;

    @Mixin
    private ServerOptions server;

    @Option(
            names = {"-j", "--parallel"},
            paramLabel = "N",
            defaultValue = "4",
            description = "Figures at a time (${DEFAULT-VALUE}); without it, more are sent together as a batch.")
    private int parallel;

    @Option(
            names = {"-w", "--watch"},
            description = "Render again whenever a file of a figure is saved.")
    private boolean watch;

    @Option(
            names = {"-q", "--quiet"},
            description = "Say nothing but what went wrong and what the programs write.")
    private boolean quiet;

    @Option(names = "--json", description = "Print a line of JSON for each figure and one for all of them.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** The most figures that are sent together. It bounds what is kept of them in memory. */
    private static final int MOST_TOGETHER = 1000;

    private final UserStreams streams;
    private final OpenBatches open;

    /** @param open to be aborted when the program is ended */
    public RenderCommand(UserStreams streams, OpenBatches open) {
        this.streams = streams;
        this.open = open;
    }

    @Override
    public Integer call() throws Exception {
        if (parallel < 1 || parallel > 1000) {
            throw wrong("--parallel is " + parallel + "; expected 1 to 1000");
        }
        TaskOptions options = pictures.options(RenderPlan.formatOf(output).orElse(Format.SVG));
        RenderPlan plan = plan(options.formats());
        RenderReport report = report(plan);
        if (server.isLocal()) {
            report.note("starting a fleet for this command");
        }
        int slots = Math.min(parallel, Runtime.getRuntime().availableProcessors());
        try (ServerOptions.Access access = open(slots, report)) {
            ImageFiles images = new ImageFiles(plan, streams.out());
            boolean one = plan.figures().size() == 1;
            RenderRun.Settings settings = new RenderRun.Settings(
                    options, parallel, 1, companions, one && !json, ServerAdvice.of(streams.environment()));
            if (one && !watch) {
                return once(new RenderRun(FigureSender.single(access.settings()), settings, images, report), plan);
            }
            try (AsyfleetClient client = AsyfleetClient.connect(access.settings())) {
                FigureSender alone = FigureSender.alone(client);
                if (isBatch(plan)) {
                    try (BatchSender batches =
                            new BatchSender(FleetHttp.of(access.settings(), streams), open, alone, parallel)) {
                        return once(
                                new RenderRun(
                                        batches,
                                        settings.together(MOST_TOGETHER, BatchSender.MOST_FIGURES),
                                        images,
                                        report),
                                plan);
                    }
                }
                RenderRun run = new RenderRun(alone, settings, images, report);
                return watch ? watch(run, plan, report) : once(run, plan);
            }
        }
    }

    private ServerOptions.Access open(int slots, RenderReport report) {
        try {
            return server.open(streams, slots);
        } catch (StartFailure noFleet) {
            if (json) {
                report.failed(noFleet.getMessage());
            }
            throw noFleet;
        }
    }

    /** More figures than are sent at a time anyway, unless the user says how many that are. */
    private boolean isBatch(RenderPlan plan) {
        boolean asked = spec.commandLine().getParseResult().hasMatchedOption("--parallel");
        return !watch && !asked && plan.figures().size() > parallel;
    }

    private RenderPlan plan(List<Format> formats) throws IOException {
        if (watch && files.contains("-")) {
            throw wrong("--watch cannot see when standard input changes; expected files or directories");
        }
        checkCompanions();
        try {
            RenderPlan plan = RenderPlan.of(files, output, formats, streams.in());
            if (json && plan.usesStandardOutput()) {
                throw wrong("--json and the image are both for standard output; expected -o FILE");
            }
            return plan;
        } catch (PlanMistake e) {
            throw wrong(e.getMessage());
        }
    }

    /** A task has no directories, so two files of one name are one. */
    private void checkCompanions() {
        Map<Path, Path> names = new HashMap<>();
        for (Path companion : companions) {
            if (!Files.isRegularFile(companion)) {
                throw wrong("--include " + companion
                        + (Files.isDirectory(companion)
                                ? " is a directory; expected a file"
                                : ": there is no such file"));
            }
            Path other = names.put(companion.getFileName(), companion);
            if (other != null && !other.equals(companion)) {
                throw wrong("--include " + other + " and " + companion + " have one name; expected different ones");
            }
        }
    }

    private RenderReport report(RenderPlan plan) {
        return json
                ? new JsonReport(streams.out())
                : new LineReport(plan.usesStandardOutput() ? aside() : streams, quiet);
    }

    /** Streams that keep the output of programs apart from the image. */
    private UserStreams aside() {
        return new UserStreams(
                streams.in(),
                streams.err(),
                streams.err(),
                streams.inIsTerminal(),
                streams.errIsTerminal(),
                streams.errIsTerminal(),
                streams.environment());
    }

    private int once(RenderRun run, RenderPlan plan) throws InterruptedException {
        run.begin(plan.figures());
        while (!run.isDone()) {
            run.step();
        }
        return run.end();
    }

    private int watch(RenderRun run, RenderPlan plan, RenderReport report) throws IOException, InterruptedException {
        try (WatchLoop loop = new WatchLoop(run, plan, companions, report)) {
            loop.run();
        }
        return ExitCode.OK;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
