package asyfleet.lab.chaos.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {

    @TempDir
    private Path directory;

    @Test
    void aStoredHistoryIsReadAsItWas() throws IOException {
        Path file = directory.resolve("history.jsonl");
        ExpectedEnd expected = new ExpectedEnd("nap", "OK", Optional.of("circle"), Optional.empty());
        ProcessSample process = new ProcessSample("backend1", 120, 20, 60, 30);
        FleetSample sample = new FleetSample(Optional.of(new QueueSample(6, 0, 1, 0, 3, 10)), List.of(process), 2, 3);
        FleetRest rest =
                new FleetRest(6, 0, 0, 0, List.of("counter"), List.of(process), 6, List.of(), List.of("state"));
        List<HistoryEvent> events;
        try (RunHistory history = new RunHistory(file)) {
            history.add(at -> new HistoryEvent.Sent(at, 1, ClientDoor.ASY, expected));
            history.add(at -> new HistoryEvent.Struck(at, 1, FaultKind.KILL_BACKEND, "backend1"));
            history.add(at -> new HistoryEvent.Ended(at, 1, "OK", Optional.of("circle"), Optional.empty()));
            history.add(at -> new HistoryEvent.Sampled(at, sample));
            history.add(at -> new HistoryEvent.Rested(at, true, rest));
            events = history.events();
        }

        assertEquals(events, RunHistory.read(file));
    }

    @Test
    void aFileThatIsNoHistoryIsRefusedWithItsLine() throws IOException {
        Path file = Files.writeString(directory.resolve("other.jsonl"), "{\"type\": \"Sneezed\", \"event\": {}}\n");

        IOException refused = assertThrows(IOException.class, () -> RunHistory.read(file));
        assertTrue(refused.getMessage().contains("line 1"), refused.getMessage());
        assertTrue(refused.getMessage().contains("Sneezed"), refused.getMessage());
    }
}
