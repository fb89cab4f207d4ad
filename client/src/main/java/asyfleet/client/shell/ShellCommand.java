package asyfleet.client.shell;

import asyfleet.client.command.ExitCode;
import asyfleet.client.command.FileMistake;
import asyfleet.client.command.ServerAdvice;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.client.files.WholeFile;
import asyfleet.config.HelpOption;
import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.terminal.StatusLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet shell}: an Asymptote prompt on a fleet, whose picture is written whenever it changes. */
@Command(
        name = "shell",
        description = "Opens an Asymptote prompt on a fleet. The picture is written whenever it changes.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet shell                           shell.svg is the picture",
            "  asyfleet shell -o plot.png",
            "  echo 'write(6*7);' | asyfleet shell"
        })
public final class ShellCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "shell.svg",
            description = "File for the picture; its name says the format (${DEFAULT-VALUE}).")
    private Path output;

    @Mixin
    private ServerOptions server;

    @Spec
    private CommandSpec spec;

    private final UserStreams streams;

    public ShellCommand(UserStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        TaskOptions options = new TaskOptions(true, null, format(), StderrMode.STDOUT, 0);
        try (ServerOptions.Access access = server.open(streams, 1);
                AsyfleetClient client = AsyfleetClient.connect(access.settings());
                PromptLines lines = PromptLines.of(streams)) {
            Answers answers = new Answers(lines);
            SentTask task = client.start(TaskSources.NONE, options, answers);
            // What is typed before the shell runs would be lost.
            CompletableFuture<TaskOutcome> outcome = task.outcome().toCompletableFuture();
            CompletableFuture.anyOf(answers.ready, outcome).join();
            // Also before the first line: nobody shall type into a shell that is not there.
            outcome.thenRun(lines::end);
            if (!passLines(lines, task)) {
                task.input("quit\n".getBytes(StandardCharsets.UTF_8));
            }
            return end(outcome.join());
        }
    }

    /** Whether the last line ends the shell. */
    private static boolean passLines(PromptLines lines, SentTask task) throws IOException {
        boolean quit = false;
        Optional<String> line = lines.next();
        while (line.isPresent()) {
            task.input((line.get() + "\n").getBytes(StandardCharsets.UTF_8));
            quit = line.get().matches("\\s*(quit|exit)\\s*(\\(\\))?\\s*;?\\s*");
            line = quit ? Optional.empty() : lines.next();
        }
        return quit;
    }

    private Format format() {
        String name = output.getFileName().toString();
        return Format.ofWire(name.substring(name.lastIndexOf('.') + 1))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--output is " + output + "; expected a name that ends in a format, such as .svg"));
    }

    private int end(TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Failed failed) {
            streams.err().println("asyfleet shell: " + failed.error());
        } else if (outcome instanceof TaskOutcome.Denied denied) {
            streams.err().println("asyfleet shell: " + denied.error());
        } else if (outcome instanceof TaskOutcome.Lost lost) {
            streams.err().println("asyfleet shell: " + lost.reason());
        } else if (outcome instanceof TaskOutcome.Unreachable nobody) {
            streams.err().println("asyfleet shell: " + nobody.reason() + ServerAdvice.of(streams.environment()));
        }
        return ExitCode.of(outcome);
    }

    /** Shows what the shell answers. Called by the client's thread. */
    private final class Answers implements TaskObserver {

        private final PromptLines lines;
        private final CompletableFuture<Void> ready = new CompletableFuture<>();
        private final TextDecoder decoder = new TextDecoder();

        Answers(PromptLines lines) {
            this.lines = lines;
        }

        @Override
        public void lacking(Set<Absence> absent) {
            lines.say("asyfleet shell: " + Absence.inWords(absent) + "; waiting until that changes\n");
        }

        @Override
        public void started() {
            ready.complete(null);
        }

        @Override
        public void output(OutputStreamName stream, byte[] contents) {
            String text = decoder.text(contents);
            if (!text.isEmpty()) {
                lines.say(StatusLine.harmless(text));
            }
        }

        @Override
        public void image(Image image) {
            try {
                WholeFile.write(output, image.contents());
                lines.say("wrote " + output + "\n");
            } catch (IOException e) {
                lines.say("cannot write the picture: " + FileMistake.of(e) + "\n");
            }
        }
    }
}
