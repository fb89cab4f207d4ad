package asyfleet.fleet;

import asyfleet.lab.browser.Browser;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The editor page in a real browser, on a real fleet of one slot, below a path of a proxy; open for the tests of one class. */
abstract class OpenedPage {

    /** How many tasks of one caller may wait. */
    static final int MOST_WAITING = 2;

    @TempDir
    static Path directory;

    static BrowsedFleet fleet;
    static EditorPage page;
    static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        // A caller may have a quarter of the queue.
        Map<String, String> settings =
                Map.of("ASYFLEET_SLOTS", "1", "MAX_QUEUE_SIZE", String.valueOf(4 * MOST_WAITING));
        fleet = BrowsedFleet.open(directory, settings);
        page = fleet.page;
        browser = fleet.browser;
    }

    @AfterAll
    static void close() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    public BrowsedFleet fleet() {
        return fleet;
    }

    @BeforeEach
    void visit() {
        browser.resize(1440, 900);
        browser.dark(false);
        page.goAsNewVisitor(fleet.url());
    }
}
