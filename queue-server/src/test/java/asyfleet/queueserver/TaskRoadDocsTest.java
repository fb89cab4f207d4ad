package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.config.OpenParts;
import asyfleet.net.NetThreads;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.access.TokenFile;
import asyfleet.queueserver.flow.TaskFlow;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.redis.RedisFixture;
import asyfleet.testing.Docs;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of layers in {@code docs/architecture.md} has the layers of a queue server, in the order of a task. */
@Tag("slow")
class TaskRoadDocsTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| [\\w ]+ \\| \\[(\\w+)] \\|");

    @Test
    void aTaskPassesTheLayersInTheOrderOfTheTable() {
        String page = Docs.read("architecture.md");
        List<String> documented = ROW.matcher(page.substring(page.indexOf("## The layers of a task")))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertEquals(documented, layers());
    }

    private static List<String> layers() {
        QueueServerSettings settings = QueueServerSettings.read(QueueServerSettings.SPEC.read(List.of(), Map.of()));
        PrometheusRegistry registry = new PrometheusRegistry();
        ApiTokens tokens = TokenFile.open(Optional.empty());
        try (RedisFixture redis = RedisFixture.start();
                NetThreads threads = NetThreads.create(1);
                OpenParts parts = new OpenParts()) {
            WaitingBytes waiting = WaitingBytes.of(settings.waitingBytes(), registry);
            TaskChain chain = TaskChain.open(
                    settings,
                    parts,
                    redis.redis(),
                    parts.opened(new FleetSide(settings, redis.redis(), threads, waiting)),
                    new Callers(tokens, List.of()),
                    TaskChain.counts(registry, TaskTimes.by(System::nanoTime)));
            List<String> names = new ArrayList<>();
            chain.layers().forEach(layer -> names.add(layer.getClass().getSimpleName()));
            names.add(TaskFlow.class.getSimpleName());
            return names;
        }
    }
}
