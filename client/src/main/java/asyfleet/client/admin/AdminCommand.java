package asyfleet.client.admin;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.JsonError;
import asyfleet.client.command.UserStreams;
import asyfleet.config.StartFailure;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code asyfleet admin}: what an operator sees of a fleet, and changes in it. */
@Command(
        name = "admin",
        description = "Shows machines and tasks of a fleet, drains machines, pauses the fleet, and ends tasks.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = AdminCommand.EXAMPLES,
        footer = {
            "  asyfleet admin machines --token-file admin-token",
            "  asyfleet admin drain 3f2a             the beginning of its name will do",
            "  asyfleet admin pause                  no machine gets a task any more",
            "  asyfleet admin tasks --shard b        of a server with several shards",
            "  asyfleet admin end 1781234567 1781234570",
            "  asyfleet admin end --caller 'token alice'"
        })
public final class AdminCommand implements Runnable {

    static final String EXAMPLES = "%nExamples:%n";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    private boolean help;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print what the server answers.")
    private boolean json;

    @Mixin
    private AdminOptions options;

    @Spec
    private CommandSpec spec;

    private final UserStreams streams;

    private AdminCommand(UserStreams streams) {
        this.streams = streams;
    }

    public static CommandLine create(UserStreams streams) {
        return new CommandLine(new AdminCommand(streams));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    @Command(
            name = "machines",
            description = "Lists machines and their slots.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin machines --json")
    int machines() throws InterruptedException {
        return showMachines(ask("machines", HttpRequest.Builder::GET));
    }

    @Command(
            name = "tasks",
            description = "Lists tasks that wait or run, and batches.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin tasks")
    int tasks() throws InterruptedException {
        JsonNode answer = ask("tasks", HttpRequest.Builder::GET);
        if (!json) {
            streams.out().print(AdminTables.tasks(answer));
        }
        return 0;
    }

    @Command(
            name = "drain",
            description = "Lets a machine end what it runs, and gives it nothing more.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin drain 3f2a")
    int drain(@Parameters(paramLabel = "MACHINE", description = "Its name, or the beginning of it.") String machine)
            throws InterruptedException {
        return showMachines(ask("machines/" + encoded(machine) + "/drain", AdminCommand::post));
    }

    @Command(
            name = "undrain",
            description = "Lets a machine run tasks again.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin undrain 3f2a")
    int undrain(@Parameters(paramLabel = "MACHINE", description = "Its name, or the beginning of it.") String machine)
            throws InterruptedException {
        return showMachines(ask("machines/" + encoded(machine) + "/undrain", AdminCommand::post));
    }

    @Command(
            name = "pause",
            description = "Drains all machines, also those that join; tasks wait, or time out.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin pause")
    int pause() throws InterruptedException {
        return showMachines(ask("pause", AdminCommand::post));
    }

    @Command(
            name = "resume",
            description = "Ends the pause; machines that were drained by name stay so.",
            footerHeading = EXAMPLES,
            footer = "  asyfleet admin resume")
    int resume() throws InterruptedException {
        return showMachines(ask("resume", AdminCommand::post));
    }

    @Command(
            name = "end",
            description = "Ends tasks or batches; their clients are told that an operator did.",
            footerHeading = EXAMPLES,
            footer = {"  asyfleet admin end 1781234567 1781234570", "  asyfleet admin end --caller 'token alice'"})
    int end(
            @Parameters(arity = "0..*", paramLabel = "ID", description = "Of 'admin tasks', or of the API.")
                    List<String> ids,
            @Option(names = "--caller", paramLabel = "NAME", description = "All tasks of this caller.") String caller)
            throws InterruptedException {
        boolean none = ids == null || ids.isEmpty();
        if (none == (caller == null)) {
            throw new ParameterException(spec.subcommands().get("end"), "expected the IDs of tasks, or --caller NAME");
        }
        long ended = 0;
        if (caller != null) {
            ended = count(ask("tasks?caller=" + encoded(caller), HttpRequest.Builder::DELETE));
        } else {
            for (String id : ids) {
                ended += count(ask("tasks/" + encoded(id), HttpRequest.Builder::DELETE));
            }
        }
        if (!json) {
            streams.out().println("ended " + ended);
        }
        return 0;
    }

    private static long count(JsonNode answer) {
        return answer.path("ended").asLong();
    }

    private int showMachines(JsonNode answer) {
        if (!json) {
            streams.out().print(AdminTables.machines(answer));
        }
        return 0;
    }

    private JsonNode ask(String path, UnaryOperator<HttpRequest.Builder> change) throws InterruptedException {
        FleetHttp http = FleetHttp.of(options.settings(streams), streams);
        try {
            JsonNode answer = http.json(change.apply(http.request("/api/admin/" + path + shardAfter(path))));
            if (json) {
                streams.out().println(answer);
            }
            return answer;
        } catch (StartFailure noAnswer) {
            if (json) {
                JsonError.print(streams.out(), noAnswer.getMessage());
            }
            throw noAnswer;
        }
    }

    private String shardAfter(String path) {
        return options.shard()
                .map(name -> (path.contains("?") ? "&" : "?") + "shard=" + encoded(name))
                .orElse("");
    }

    private static HttpRequest.Builder post(HttpRequest.Builder request) {
        return request.POST(BodyPublishers.noBody());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
