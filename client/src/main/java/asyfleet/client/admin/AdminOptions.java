package asyfleet.client.admin;

import asyfleet.client.command.FileMistake;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
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
            defaultValue = "${env:ASYFLEET_ADMIN_TOKEN_FILE}",
            description =
                    "File with the token of an operator, also by ASYFLEET_ADMIN_TOKEN_FILE; or the token itself in"
                            + " ASYFLEET_ADMIN_TOKEN.",
            showDefaultValue = Visibility.NEVER)
    private Path tokenFile;

    /** Only by the environment: others can see the arguments of a program. */
    @Option(names = "--token", hidden = true, scope = ScopeType.INHERIT, defaultValue = "${env:ASYFLEET_ADMIN_TOKEN}")
    private String token;

    @Option(
            names = "--shard",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "The shard that the command is about, if the server has several; 'stats --json' names them.")
    private String shard;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    ClientSettings settings() {
        try {
            return ClientSettings.of(ServerAddress.parse(server, "/asy")).withToken(new Secret(token()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(mixee.commandLine(), "--server: " + e.getMessage(), e);
        }
    }

    Optional<String> shard() {
        return Optional.ofNullable(shard);
    }

    private String token() {
        boolean byFile = tokenFile != null && !tokenFile.toString().isEmpty();
        if (!byFile && (token == null || token.isEmpty())) {
            throw new ParameterException(
                    mixee.commandLine(), "no token of an operator; expected --token-file or ASYFLEET_ADMIN_TOKEN");
        }
        try {
            return byFile ? Files.readString(tokenFile).strip() : token;
        } catch (IOException e) {
            throw new ParameterException(mixee.commandLine(), "--token-file: " + FileMistake.of(e), e);
        }
    }
}
