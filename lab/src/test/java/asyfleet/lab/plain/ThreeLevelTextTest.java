package asyfleet.lab.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.DecisionCore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The general rule, told three levels, decides exactly as the three-level text, on thousands of random histories.
 *
 * <p>Where the text says "a random one of them", the plain transcription follows the choice of the core, after checking
 * that the core chose among equally many and that the chosen one is among its own candidates. So no order of candidates
 * has to be agreed on, and a wrong set of candidates is still found.
 */
@Tag("slow")
class ThreeLevelTextTest {

    private static final int HISTORIES = 4_000;
    private static final int EVENTS = 150;

    /** A choice of the core: among how many, and which decision followed from it. */
    private record Choice(int size, int decision) {}

    @Test
    void theGeneralRuleDecidesAsTheThreeLevelTextOnRandomHistories() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            compare(seed);
        }
    }

    /** Put the seed that a failure printed here to replay it alone. */
    @ParameterizedTest
    @ValueSource(longs = {4_711})
    void aHistoryReplaysFromItsSeed(long seed) {
        compare(seed);
    }

    private static void compare(long seed) {
        Random random = new Random(seed);
        PlainRules rules = new PlainRules(20 + random.nextInt(81), 1 + random.nextInt(20), 25, 6_000);
        Comparison comparison = new Comparison(rules, random);
        int step = 0;
        for (Event event : new RandomHistory(random, 12).events(EVENTS)) {
            comparison.tell(event, "seed " + seed + ", event " + step++ + ": " + event);
        }
    }

    private static final class Comparison {

        private final List<Decision> decided = new ArrayList<>();
        private final List<Decision> expected = new ArrayList<>();
        private final Deque<Choice> choices = new ArrayDeque<>();
        private final DecisionCore core;
        private final PlainScheduler plain;
        private String context;

        Comparison(PlainRules rules, Random random) {
            core = new DecisionCore(
                    rules.forCore(),
                    size -> {
                        choices.add(new Choice(size, decided.size()));
                        return random.nextInt(size);
                    },
                    decided::add);
            plain = new PlainScheduler(rules, this::followTheCore, expected::add);
        }

        void tell(Event event, String context) {
            this.context = context;
            decided.clear();
            expected.clear();
            choices.clear();
            event.tell(core);
            event.tell(plain);
            assertEquals(inAgreedOrder(expected), inAgreedOrder(decided), context);
        }

        private PlainTask followTheCore(List<PlainTask> candidates) {
            Choice choice = choices.poll();
            if (choice == null || choice.size() != candidates.size()) {
                throw new AssertionError(context + ": the core chose " + choice + ", expected among "
                        + candidates.size() + "; it decided " + decided + " after " + expected);
            }
            String chosen = decided.get(choice.decision()).id();
            return candidates.stream()
                    .filter(candidate -> candidate.task.id().equals(chosen))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(context + ": " + chosen + " was no candidate"));
        }

        /** Downgrades that follow one another come from "they all are downgraded", which names no order. */
        private static List<Decision> inAgreedOrder(List<Decision> decisions) {
            List<Decision> result = new ArrayList<>();
            List<Decision> downgrades = new ArrayList<>();
            for (Decision decision : decisions) {
                if (decision instanceof Decision.Downgrade) {
                    downgrades.add(decision);
                    continue;
                }
                flush(downgrades, result);
                result.add(decision);
            }
            flush(downgrades, result);
            return result;
        }

        private static void flush(List<Decision> downgrades, List<Decision> result) {
            downgrades.sort(Comparator.comparing(Decision::id));
            result.addAll(downgrades);
            downgrades.clear();
        }
    }
}
