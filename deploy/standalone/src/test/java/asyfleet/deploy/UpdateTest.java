package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.repository.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code deploy/compose/update} with a program in place of Docker that tells what it was asked. */
@Tag("slow")
class UpdateTest {

    /** Knows the containers of the file {@code containers}, and writes every request for new ones to {@code asked}. */
    private static final String DOCKER = """
            #!/bin/sh
            cd "${0%/*}"
            case "$*" in
              ps*) cat containers ;;
              "compose ps"*) grep -c "^${4} " containers | xargs seq ;;
              "compose up"*) for last; do :; done; echo "$last from $COMPOSE_FILE" >>asked ;;
            esac
            """;

    @TempDir
    private Path directory;

    @Test
    void aFleetOfTwoShardsIsUpdatedWholeAndFromTheFilesThatItWasStartedWith() throws Exception {
        containers("queue-server", "proxy", "backend-b", "scheduler", "valkey", "backend", "backend", "scheduler-b");

        String said = update(Map.of(), 0);

        assertEquals(
                List.of("scheduler", "scheduler-b", "backend", "backend-b", "queue-server"),
                asked().stream()
                        .map(line -> line.replace(" from /a/compose.yaml:/a/compose.shards.yaml", ""))
                        .distinct()
                        .toList());
        assertTrue(said.contains("updated backend: 2 containers"), said);
    }

    @Test
    void theFilesOfTheOperatorAndTheServicesThatAreNamedAreTaken() throws Exception {
        containers("queue-server", "backend");

        update(Map.of("COMPOSE_FILE", "/b/compose.yaml"), 0, "backend");

        assertEquals(List.of("backend from /b/compose.yaml", "backend from /b/compose.yaml"), asked());
    }

    @Test
    void filesThatDifferAreNotGuessed() throws Exception {
        containers("queue-server");
        Files.writeString(
                directory.resolve("containers"), "backend /a/compose.yaml\n", java.nio.file.StandardOpenOption.APPEND);

        String said = update(Map.of(), 1);

        assertTrue(said.contains("COMPOSE_FILE=/a/compose.yaml\n"), said);
        assertTrue(said.contains("COMPOSE_FILE=/a/compose.yaml:/a/compose.shards.yaml\n"), said);
        assertEquals(List.of(), asked());
    }

    @Test
    void whereNothingRunsThatIsSaid() throws Exception {
        containers();

        assertTrue(update(Map.of(), 1).contains("no container of the project asyfleet runs"));
    }

    private void containers(String... services) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String service : services) {
            all.append(service).append(" /a/compose.yaml,/a/compose.shards.yaml\n");
        }
        Files.writeString(directory.resolve("containers"), all);
    }

    private List<String> asked() throws IOException {
        Path asked = directory.resolve("asked");
        return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
    }

    private String update(Map<String, String> environment, int code, String... services) throws Exception {
        Path docker = Files.writeString(directory.resolve("docker"), DOCKER);
        assertTrue(docker.toFile().setExecutable(true));
        ProcessBuilder builder = new ProcessBuilder(
                        Repository.root().resolve("deploy/compose/update").toString())
                .redirectErrorStream(true);
        builder.command().addAll(List.of(services));
        builder.environment().keySet().removeIf(name -> name.startsWith("COMPOSE_"));
        builder.environment().putAll(environment);
        builder.environment().merge("PATH", directory.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), said);
        return said;
    }
}
