package asyfleet.lab.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatedLookTest {

    @TempDir
    Path directory;

    private int looks;

    @Test
    void aLookThatFailedIsTakenAgainAndTheReportSaysSo() {
        try (RunHistory history = new RunHistory(directory.resolve("history.jsonl"))) {
            RepeatedLook look = new RepeatedLook(this::fail, history);

            for (int i = 0; i < 100; i++) {
                look.run();
            }

            assertEquals(100, looks);
            assertEquals(10, history.events().size());
            assertInstanceOf(HistoryEvent.Remarked.class, history.events().get(0));
        }
    }

    private void fail() {
        looks++;
        throw new UncheckedIOException(new IOException("no such process"));
    }
}
