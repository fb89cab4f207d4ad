package asyfleet.client.command;

import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options by which a command finds its fleet. */
public final class ServerOptions {

    /** A process that has just started, on a busy machine, is slow. */
    private static final Duration FIRST_ANSWER = Duration.ofMinutes(1);

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:ASYFLEET_SERVER:-http://127.0.0.1:8080}",
            description = "Queue server, also by ASYFLEET_SERVER (${DEFAULT-VALUE}).")
    private String server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "API token, if the server wants one. Others can see it: use ASYFLEET_TOKEN or --token-file.")
    private String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the API token, also by ASYFLEET_TOKEN_FILE. Options win over the environment.")
    private Path tokenFile;

    @Option(names = "--local", description = "Start a fleet on this machine for this command, and end it afterwards.")
    private boolean local;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    /** The access to a fleet. @param end ends it if it was started for this */
    public record Access(ClientSettings settings, Runnable end) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    public boolean isLocal() {
        return local;
    }

    /**
     * Checks the options, and starts a fleet if they ask for one.
     *
     * @param slots of that fleet
     */
    public Access open(UserStreams streams, int slots) {
        if (!local) {
            return new Access(settings(streams), () -> {});
        }
        OwnFleet fleet = OwnFleet.start(streams.environment(), slots);
        ClientSettings settings = ClientSettings.of(ServerAddress.parse(fleet.address(), "/asy"));
        return new Access(settings.withConnectTimeout(FIRST_ANSWER), fleet::close);
    }

    private ClientSettings settings(UserStreams streams) {
        try {
            ClientSettings settings = ClientSettings.of(ServerAddress.parse(server, "/asy"));
            return new TokenChoice(mixee.commandLine(), "ASYFLEET_TOKEN", streams.environment())
                    .of(token, tokenFile)
                    .map(settings::withToken)
                    .orElse(settings);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(mixee.commandLine(), "--server: " + e.getMessage(), e);
        }
    }
}
