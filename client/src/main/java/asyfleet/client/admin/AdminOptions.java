package asyfleet.client.admin;

import asyfleet.client.command.TokenChoice;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.config.Secret;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options by which an operator's command finds the fleet, and the token that opens it. */
final class AdminOptions {

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:ASYFLEET_SERVER:-http://127.0.0.1:8080}",
            description = "Queue server, also by ASYFLEET_SERVER (${DEFAULT-VALUE}).")
    private String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File with the token of an operator, also by ASYFLEET_ADMIN_TOKEN_FILE; or the token itself in"
                            + " ASYFLEET_ADMIN_TOKEN. The option wins over the environment.")
    private Path tokenFile;

    @Option(
            names = "--shard",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "The shard that the command is about, if the server has several; 'stats --json' names them.")
    private String shard;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    /** The token itself comes only by the environment: others can see the arguments of a program. */
    ClientSettings settings(UserStreams streams) {
        Secret token = new TokenChoice(mixee.commandLine(), "ASYFLEET_ADMIN_TOKEN", streams.environment())
                .of(null, tokenFile)
                .orElseThrow(() -> new ParameterException(
                        mixee.commandLine(), "no token of an operator; expected --token-file or ASYFLEET_ADMIN_TOKEN"));
        try {
            return ClientSettings.of(ServerAddress.parse(server, "/asy")).withToken(token);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(mixee.commandLine(), "--server: " + e.getMessage(), e);
        }
    }

    Optional<String> shard() {
        return Optional.ofNullable(shard);
    }
}
