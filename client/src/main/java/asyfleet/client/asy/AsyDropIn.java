package asyfleet.client.asy;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.SingleTask;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code asyfleet asy}: takes what {@code asy} takes and writes what {@code asy} writes, on a fleet. */
@Command(
        name = "asy",
        description = "Takes the arguments of asy, and runs the files on a fleet.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet asy -f svg figure.asy                figure.svg in the working directory",
            "  asyfleet asy -noV -f pdf -o out/ a.asy b.asy",
            "  asyfleet asy --version"
        })
public final class AsyDropIn implements Callable<Integer> {

    private static final int FAILED = 1;

    @Mixin
    private ServerOptions server;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Options of asy, and files.")
    private List<String> arguments = List.of();

    private final UserStreams streams;

    private AsyDropIn(UserStreams streams) {
        this.streams = streams;
    }

    /** With a parser that leaves the options of {@code asy} alone. */
    public static CommandLine create(UserStreams streams) {
        return new CommandLine(new AsyDropIn(streams))
                .setUnmatchedOptionsArePositionalParams(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setAbbreviatedOptionsAllowed(false);
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            AsyArguments parsed = AsyArguments.parse(arguments);
            if (parsed.wantsHelp()) {
                return help();
            }
            if (parsed.wantsEnvironment()) {
                return environment();
            }
            return parsed.wantsVersion() ? version() : run(parsed);
        } catch (AsyMistake e) {
            streams.err().println("asy: " + e.getMessage());
            return FAILED;
        }
    }

    private int help() {
        new CommandLine(new AsyDropIn(streams)).usage(streams.out());
        return 0;
    }

    /** The settings that this command knows, where and as {@code asy} prints its own. Needs no fleet. */
    private int environment() {
        streams.err().printf("Usage: asy [options] [file ...]%n%nEnvironment settings: %n%n");
        new ImageViewer(streams).settings().forEach((name, program) -> streams.err()
                .printf("-%-21s [%s]%n", name, program));
        return 0;
    }

    /** On standard error, where asy prints it and others look for it. */
    private int version() throws InterruptedException {
        try (ServerOptions.Access access = server.open(streams, 1)) {
            String asymptote = FleetHttp.of(access.settings(), streams)
                    .json("/api/versions")
                    .path("asymptote")
                    .asString("unknown");
            streams.err()
                    .println("Asymptote version " + asymptote
                            + " [(C) 2004 Andy Hammerlindl, John C. Bowman, Tom Prince]");
            return 0;
        }
    }

    private int run(AsyArguments parsed) {
        if (parsed.files().isEmpty() && streams.inIsTerminal()) {
            throw new AsyMistake("no file given; a prompt is at 'asyfleet shell'");
        }
        try (ServerOptions.Access access =
                server.open(streams, Runtime.getRuntime().availableProcessors())) {
            // One after the other, so nothing is gained by a client for many.
            return new AsyRun(SingleTask.renderer(access.settings()), parsed, streams).runAll();
        }
    }
}
