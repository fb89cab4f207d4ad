package asyfleet.lab.chaos.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MovesTest {

    private static final String WAITS = "{\"passed\":false}";
    private static final String RUNS = "{\"passed\":true}";

    @TempDir
    Path directory;

    private List<String> told(EventStreamReader.Event... events) {
        try (RunHistory history = new RunHistory(directory.resolve("history.jsonl"));
                ClientContext context = new ClientContext(URI.create("http://127.0.0.1"), history)) {
            Moves moves = new Moves(context, 7);
            List.of(events).forEach(moves::on);
            return history.events().stream()
                    .map(HistoryEvent::getClass)
                    .map(Class::getSimpleName)
                    .toList();
        }
    }

    private static EventStreamReader.Event queue(String data) {
        return new EventStreamReader.Event("queue", data);
    }

    @Test
    void aTaskThatWaitsAfterItRanHasLostItsBackend() {
        assertEquals(List.of("WaitsAgain", "RunsAgain"), told(queue(WAITS), queue(RUNS), queue(WAITS), queue(RUNS)));
    }

    @Test
    void anAdoptedTaskWaitsAsANewOneDoes() {
        EventStreamReader.Event restarted = new EventStreamReader.Event("restarted", "{}");

        assertEquals(List.of("Adopted"), told(queue(RUNS), restarted, queue(WAITS), queue(RUNS)));
    }
}
