package asyfleet.client.render;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Renders one figure and tells the user how it ended. Holds nothing that changes. */
final class FigureRendering {

    private final AsyfleetClient client;
    private final TaskOptions options;
    private final RenderConsole console;

    FigureRendering(AsyfleetClient client, TaskOptions options, RenderConsole console) {
        this.client = client;
        this.options = options;
        this.console = console;
    }

    /** Completes with an exit code, on the client's thread, where files may be written. */
    CompletionStage<Integer> start(Figure figure, TaskSources sources) {
        return client.render(sources, options, console.listener(figure.name())).thenApply(outcome -> {
            int written = outcome.accept(new Report(figure));
            return Math.max(written, ExitCode.of(outcome));
        });
    }

    /** Writes the images, says what there is to say, and answers {@link ExitCode#OK} unless a file cannot be written. */
    private final class Report implements TaskOutcome.Handler<Integer> {

        private final Figure figure;

        Report(Figure figure) {
            this.figure = figure;
        }

        @Override
        public Integer on(TaskOutcome.Rendered rendered) {
            return write(rendered.images(), rendered.time());
        }

        @Override
        public Integer on(TaskOutcome.Failed failed) {
            VerdictDetails details = failed.verdict().map(Verdict::details).orElse(VerdictDetails.NONE);
            String file = figure.pathOf(details.file()).toString();
            console.problem(details.placeIn(file), "error: " + details.words(failed.error()));
            return write(failed.images(), failed.time());
        }

        @Override
        public Integer on(TaskOutcome.Denied denied) {
            console.problem(figure.name(), denied.error());
            return ExitCode.OK;
        }

        @Override
        public Integer on(TaskOutcome.Lost lost) {
            console.problem(figure.name(), lost.reason());
            return ExitCode.OK;
        }

        @Override
        public Integer on(TaskOutcome.Cancelled cancelled) {
            console.problem(figure.name(), "cancelled");
            return ExitCode.OK;
        }

        private int write(List<Image> images, Optional<Duration> time) {
            try {
                String took = time.map(duration -> " (" + duration.toMillis() + " ms)")
                        .orElse("");
                for (Path path : figure.write(images)) {
                    console.news(figure.name(), "wrote " + path + took);
                }
                return ExitCode.OK;
            } catch (IOException e) {
                console.problem(figure.name(), "cannot write the image: " + FileMistake.of(e));
                return ExitCode.WRONG_USAGE;
            }
        }
    }
}
