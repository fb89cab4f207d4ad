package asyfleet.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.model.ModelSetup.FleetSize;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(600)
@Tag("slow")
class ModelSearchTest {

    private static final int MOST_STATES = 1_000_000;

    private static ModelSetup setup(FleetSize size, int moreRuns, int faults, Move... only) {
        return new ModelSetup(size, false, moreRuns, faults, Set.of(only), Set.of());
    }

    /** One client, one of everything. */
    private static ModelSetup single(int faults, Move... only) {
        return setup(new FleetSize(1, 0, 1, 1, 1, 1), 1, faults, only);
    }

    /** Two clients whose tasks share the link to one process with two slots; a lost run is not repeated. */
    private static ModelSetup sharedLink(int faults, Move... only) {
        return setup(new FleetSize(2, 0, 1, 1, 1, 2), 0, faults, only);
    }

    private static ModelSetup twoProcesses(int faults, Move... only) {
        return setup(new FleetSize(1, 0, 1, 1, 2, 1), 1, faults, only);
    }

    private static ModelSetup twoSchedulers(int faults, Move... only) {
        return setup(new FleetSize(2, 0, 1, 2, 1, 1), 0, faults, only);
    }

    /** A task of /api/tasks, with a second server that may adopt it. */
    private static ModelSetup twoServers(int faults, Move... only) {
        return setup(new FleetSize(0, 1, 2, 1, 1, 1), 1, faults, only);
    }

    /** A client whose server dies, with a second server and its scheduler left to clear up. */
    private static ModelSetup dyingServer(int faults, Move... only) {
        return setup(new FleetSize(1, 0, 2, 1, 1, 1), 1, faults, only);
    }

    private static final ModelSetup LEAVING =
            new ModelSetup(new FleetSize(1, 0, 1, 1, 1, 1), true, 1, 1, Set.of(), Set.of());

    static List<ModelSetup> setups() {
        return List.of(
                LEAVING,
                sharedLink(1, Move.CUT_LINK, Move.CRASH_PROCESS),
                twoProcesses(1),
                twoSchedulers(1, Move.STALL_SCHEDULER, Move.CRASH_SCHEDULER, Move.LOSE_APPLY),
                dyingServer(1, Move.CRASH_SERVER, Move.STALL_SERVER, Move.CUT_LINK, Move.CRASH_PROCESS),
                twoServers(1, Move.CRASH_SERVER, Move.STALL_SERVER));
    }

    @ParameterizedTest
    @MethodSource("setups")
    void allPromisesHoldInEveryStateOfASmallFleet(ModelSetup setup) {
        SearchResult result = ModelSearch.run(setup, MOST_STATES);

        assertEquals(Optional.empty(), result.broken().map(SearchResult.Broken::describe));
        assertTrue(result.states() > 1000, "only " + result.states());
    }

    private static final Map<SeededBug, ModelSetup> FOUND_IN = Map.ofEntries(
            Map.entry(SeededBug.SWEEP_ONLY_DELIVERED, single(1, Move.CRASH_PROCESS)),
            Map.entry(SeededBug.REQUEUE_FORGOTTEN, single(1, Move.STALL_CLAIM)),
            Map.entry(SeededBug.ADOPT_WITHOUT_LEASE, twoServers(1, Move.FILL)),
            Map.entry(SeededBug.FENCING_DROPPED, single(1, Move.STALL_SCHEDULER)),
            Map.entry(SeededBug.GIVING_UP_UNFENCED, single(2, Move.STALL_SERVER, Move.STALL_SCHEDULER)),
            Map.entry(SeededBug.OLD_LINK_HEARD, single(1, Move.CUT_LINK)),
            Map.entry(SeededBug.OUTPUT_REPLAYED, single(1, Move.CUT_LINK)),
            Map.entry(SeededBug.GONE_CLIENT_ANSWERED, LEAVING),
            Map.entry(SeededBug.OWNER_NOT_CHECKED, twoServers(1, Move.STALL_SERVER)),
            Map.entry(SeededBug.LIMIT_OFF_BY_ONE, twoSchedulers(0)),
            Map.entry(SeededBug.FINISH_UNTOLD, single(0)),
            Map.entry(SeededBug.ENTRY_NOT_CHECKED, twoProcesses(1, Move.STALL_CLAIM)),
            Map.entry(SeededBug.NEWS_UNTOLD, single(1, Move.LOSE_DATA)),
            Map.entry(SeededBug.ONE_TASK_PER_LINK, sharedLink(1, Move.CUT_LINK)),
            Map.entry(SeededBug.ADDRESS_UNTOLD, single(1, Move.LOSE_DATA)));

    @ParameterizedTest
    @EnumSource(SeededBug.class)
    void aMistakeInTheProtocolIsFound(SeededBug bug) {
        SearchResult result = ModelSearch.run(FOUND_IN.get(bug).with(bug), MOST_STATES);

        assertEquals(Optional.of(bug.breaks), result.broken().map(SearchResult.Broken::promise), () -> result.broken()
                .map(SearchResult.Broken::describe)
                .orElse("nothing found"));
    }

    @Test
    void everyPromiseIsBrokenByAMistake() {
        assertEquals(
                Set.of(Promise.values()),
                Arrays.stream(SeededBug.values()).map(bug -> bug.breaks).collect(Collectors.toSet()));
    }

    @Test
    void aBrokenPromiseComesWithTheShortestHistoryAndThePlacesInTheCode() {
        SearchResult result = ModelSearch.run(single(1, Move.CUT_LINK).with(SeededBug.OUTPUT_REPLAYED), MOST_STATES);
        List<String> history = result.broken().orElseThrow().history();

        assertTrue(history.get(0).startsWith("task 1 is sent to queue server 1"), history::toString);
        assertTrue(history.contains("the link of queue server 1 to process 1 is cut"), history::toString);
        assertTrue(history.get(history.size() - 1).contains("asyfleet.queueserver.slot.Replay"), history::toString);
        assertFalse(history.stream().anyMatch(step -> step.contains("stands by")), history::toString);
    }

    @Test
    void everyStepNamesScriptsAndClassesThatExist() {
        Set<String> missing = new TreeSet<>();
        for (Move move : Move.values()) {
            boolean needsPlace = move.kind != Move.Kind.FAULT && move != Move.ROOM_AGAIN;
            if (needsPlace && move.places.isEmpty()) {
                missing.add(move.name());
            }
            move.places.stream().filter(place -> !exists(place)).forEach(missing::add);
        }
        assertEquals(Set.of(), missing);
    }

    private static boolean exists(String place) {
        String file = place.endsWith(".lua") ? "/lua/" + place : "/" + place.replace('.', '/') + ".class";
        return ModelSearch.class.getResource(file) != null;
    }
}
