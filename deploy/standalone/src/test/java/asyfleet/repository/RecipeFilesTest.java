package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.client.render.RenderCommand;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recipes that no tool of a test machine can run, read as they stand. */
class RecipeFilesTest {

    private static final Path WORKFLOW = Repository.root().resolve("docs/recipes/github-actions/figures.yml");
    private static final String LAUNCHER = "asyfleet/asyfleet ";

    private final JsonNode workflow = JsonMapper.shared()
            .valueToTree(new Load(LoadSettings.builder().build()).loadFromString(Repository.read(WORKFLOW)));
    private final JsonNode job = workflow.path("jobs").path("figures");

    @Test
    void theWorkflowOfGitHubHasATriggerAMachineALimitAndFewRights() {
        assertTrue(workflow.path("on").has("push"), workflow.toString());
        assertEquals("read", workflow.path("permissions").path("contents").asString());
        assertTrue(job.path("runs-on").asString().matches("ubuntu-\\d\\d\\.\\d\\d"), job.toString());
        assertTrue(job.path("timeout-minutes").asInt() > 0, job.toString());
    }

    @Test
    void everyStepOfTheWorkflowUsesAnActionOfAVersionOrRunsACommand() {
        for (JsonNode step : job.path("steps")) {
            boolean versioned = step.path("uses").asString("").matches("actions/[a-z-]+@v\\d+");
            assertTrue(versioned != step.has("run"), step.toString());
        }
    }

    @Test
    void theCommandOfTheWorkflowIsOneThatTheClientTakes() {
        List<String> commands = job.path("steps")
                .valueStream()
                .filter(step -> step.has("run"))
                .map(step -> step.path("run").asString())
                .toList();
        assertEquals(2, commands.size(), commands.toString());
        assertEquals(
                "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0", commands.get(0), "or bwrap fails");
        assertTrue(commands.get(1).startsWith(LAUNCHER + "render "), commands.toString());
        String[] words = commands.get(1).substring(LAUNCHER.length()).split(" ");

        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), System.out, System.err);
        CommandLine.ParseResult parsed = new CommandLine(new RenderCommand(streams, new OpenBatches()))
                .parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new));

        assertEquals("pictures/", parsed.matchedOptionValue("--output", ""));
        assertTrue(parsed.hasMatchedOption("--local"));
    }
}
