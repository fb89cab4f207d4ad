package asyfleet.client.fleet;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.config.HelpOption;
import asyfleet.config.StartFailure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code asyfleet version}: of this client, and of the fleet if one answers. */
@Command(
        name = "version",
        description = "Shows the versions of the client, of the fleet, and of Asymptote there.",
        footerHeading = "%nExamples:%n",
        footer = {"  asyfleet version", "  asyfleet version --server https://figures.example.org"})
public final class VersionCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Mixin
    private ServerOptions server;

    private final UserStreams streams;

    public VersionCommand(UserStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        String own = Optional.ofNullable(VersionCommand.class.getPackage().getImplementationVersion())
                .orElse("development");
        line("client", own);
        try (ServerOptions.Access access = server.open(streams, 1)) {
            JsonNode versions = FleetHttp.of(access.settings(), streams).json("/api/versions");
            for (Map.Entry<String, JsonNode> version : versions.properties()) {
                line(
                        version.getKey().equals("asyfleet") ? "fleet" : version.getKey(),
                        version.getValue().asString());
            }
        } catch (StartFailure nobody) {
            line("fleet", nobody.getMessage());
        }
        return 0;
    }

    private void line(String name, String version) {
        streams.out().printf("%-10s %s%n", name, version);
    }
}
