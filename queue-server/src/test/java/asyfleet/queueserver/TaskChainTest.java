package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskChainTest {

    private final List<String> passed = new ArrayList<>();

    @Test
    void aTaskPassesTheLayersInTheOrderOfTheListAndThenReachesTheFleet() {
        TaskLauncher launcher =
                TaskChain.chain(List.of(layer("limit"), TaskLayer.NONE, layer("share")), (task, client) -> {
                    passed.add("fleet");
                    return null;
                });
        launcher.launch(null, null);

        assertEquals(List.of("limit", "share", "fleet"), passed);
    }

    private TaskLayer layer(String name) {
        return (task, client, next) -> {
            passed.add(name);
            return next.launch(task, client);
        };
    }
}
