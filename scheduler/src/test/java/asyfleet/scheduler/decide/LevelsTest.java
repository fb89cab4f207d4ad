package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelsTest {

    @Test
    void theDefaultSeriesIsFastMediumAndSlow() {
        assertEquals("3s=100%,10s=50%,30s=25%", Levels.DEFAULT.toString());
    }

    @Test
    void theLimitOfLevelZeroIsTheNumberOfLiveBackends() {
        assertEquals(7, Levels.DEFAULT.limits(7)[0]);
        assertEquals(0, Levels.DEFAULT.limits(0)[0]);
        assertEquals(7, Levels.parse("3s").limits(7)[0]);
    }

    @Test
    void aShareOfTheBackendsIsRoundedDown() {
        assertArrayEquals(new int[] {7, 3, 1}, Levels.DEFAULT.limits(7));
    }

    @Test
    void aLimitIsNeverUnderOne() {
        assertArrayEquals(new int[] {1, 1, 1}, Levels.DEFAULT.limits(1));
        assertArrayEquals(new int[] {0, 1, 1}, Levels.DEFAULT.limits(0));
    }

    @Test
    void anAbsoluteLimitDoesNotDependOnTheBackends() {
        assertArrayEquals(
                new int[] {100, 6, 2}, Levels.parse("3s=100%,10s=6,30s=2").limits(100));
    }

    @Test
    void limitsNeverRiseWhateverFormsAreMixed() {
        assertArrayEquals(new int[] {4, 4, 4}, Levels.parse("3s,10s=6,30s=5").limits(4));
        assertArrayEquals(new int[] {8, 2, 2}, Levels.parse("3s,10s=2,30s=100%").limits(8));
    }

    @Test
    void aShareOfAVastFleetDoesNotOverflow() {
        assertArrayEquals(
                new int[] {Integer.MAX_VALUE, 1_073_741_823, 536_870_911}, Levels.DEFAULT.limits(Integer.MAX_VALUE));
    }

    @Test
    void durationsMayBeGivenInMillisecondsSecondsAndMinutes() {
        Levels levels = Levels.parse(" 500ms , 2s=50% , 1m = 1 ");
        assertEquals(500, levels.durationMillis(0));
        assertEquals(2_000, levels.durationMillis(1));
        assertEquals(60_000, levels.durationMillis(2));
        assertEquals("500ms=100%,2s=50%,60s=1", levels.toString());
    }

    @ParameterizedTest
    @CsvSource({"1,0", "3000,0", "3001,1", "10000,1", "10001,2", "30000,2", "30001,2", "600000,2"})
    void aTimeoutHasTheFastestLevelThatLastsAsLong(long askedMillis, int level) {
        assertEquals(level, Levels.DEFAULT.levelFor(askedMillis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                | duration is \"\", expected a number above 0 with ms, s or m, like 3s",
                "3                 | duration is \"3\", expected a number above 0 with ms, s or m, like 3s",
                "0s                | duration is \"0s\", expected a number above 0 with ms, s or m, like 3s",
                "3s,               | duration is \"\", expected a number above 0 with ms, s or m, like 3s",
                "3s=90%            | limit of the first level is 90%, expected 100%: it is always the number of live backends",
                "3s=5              | limit of the first level is 5, expected 100%: it is always the number of live backends",
                "3s,10s=half       | limit is \"half\", expected a number like 5 or a percentage like 50%",
                "3s,10s=           | limit is \"\", expected a number like 5 or a percentage like 50%",
                "3s,10s=0          | limit is 0, expected a number from 1 or a percentage",
                "3s,10s=101%       | limit is 101%, expected 1% to 100%",
                "3s,3s=50%         | level 3s=50% follows 3s=100%, expected a longer duration than before",
                "3s,10s=25%,30s=50% | level 30s=50% follows 10s=25%, expected a limit no higher than before",
                "3s,10s=2,30s=3    | level 30s=3 follows 10s=2, expected a limit no higher than before",
            })
    void aWrongSeriesIsRefusedWithWhatWasExpected(String text, String message) {
        Exception refused = assertThrows(IllegalArgumentException.class, () -> Levels.parse(text));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void limitsShrinkAndGrowWithTheFleet() {
        for (int backends = 1; backends < 500; backends++) {
            int[] fewer = Levels.DEFAULT.limits(backends);
            int[] more = Levels.DEFAULT.limits(backends + 1);
            for (int k = 0; k < fewer.length; k++) {
                assertTrue(more[k] >= fewer[k], "level " + k + " with " + backends + " backends");
            }
        }
    }
}
