package asyfleet.ring.manage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.Jobs.Offer;
import asyfleet.ring.session.RunnerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobPoolTest {

    private static final RunnerId ONE = new RunnerId(1, "one", "127.0.0.1", true);
    private static final RunnerId OTHER = new RunnerId(2, "other", "127.0.0.1", true);
    private static final JobReport SUCCESS = new JobReport("success", new byte[0], false);

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();
    private OutputsDirectory outputs;
    private JobPool pool;

    @BeforeEach
    void open() {
        outputs = OutputsDirectory.open(directory);
        pool = new JobPool(List.of(job("a"), job("b")), outputs, 2, notes::add);
    }

    @AfterEach
    void close() {
        outputs.close();
    }

    @Test
    void eachJobIsGivenOnce() {
        assertEquals("a", take(ONE).name());
        assertEquals("b", take(OTHER).name());
        assertEquals(new JobPool.Counts(0, 2, 0, 0), pool.counts());
    }

    @Test
    void itIsNotOverForARunnerWhileAnotherHasAJobThatMayComeBack() {
        take(ONE);
        FileJob others = take(OTHER);

        assertInstanceOf(Offer.NoneYet.class, pool.next(ONE));
        pool.lost(others, OTHER, "left");
        assertEquals("b", take(ONE).name());
    }

    @Test
    void itIsOverForARunnerThatHasAllThatIsLeft() {
        take(ONE);
        take(ONE);

        assertInstanceOf(Offer.Over.class, pool.next(ONE));
        assertInstanceOf(Offer.NoneYet.class, pool.next(OTHER));
    }

    @Test
    void aRunnerThatDoesNotRunATypeGetsNoneOfItAgainAndEmptiesNoList() {
        JobReport refusal = new JobReport(
                "failure", "runexp: Invalid job type '.asy' for job 'a'".getBytes(StandardCharsets.UTF_8), false);

        pool.finished(take(ONE), ONE, refusal);

        assertInstanceOf(Offer.Over.class, pool.next(ONE));
        assertEquals("a", take(OTHER).name());
        assertEquals("b", take(OTHER).name());
        assertEquals(new JobPool.Counts(0, 2, 0, 0), pool.counts());
        assertEquals(List.of("runner one runs no .asy jobs; others get them"), notes);
    }

    @Test
    void aJobThatLostTooManyRunnersHasFailed() throws IOException {
        take(OTHER);
        pool.lost(take(ONE), ONE, "left");
        pool.lost(take(ONE), ONE, "left again");

        String why = "lost 2 runners, the last of which left again";
        assertEquals(List.of(new JobPool.Failure("b", "one", why)), pool.failures());
        assertTrue(Files.readString(directory.resolve("b.res")).startsWith("failure: b on one, " + why));
    }

    @Test
    void aResultThatCannotBeWrittenIsAFailure() throws Exception {
        FileJob job = take(ONE);
        Files.createDirectory(directory.resolve("a.res"));
        Files.createFile(directory.resolve("a.res/in-the-way"));
        pool.finished(job, ONE, SUCCESS);

        assertEquals("a", pool.failures().get(0).job());
    }

    @Test
    void allIsOverWhenTheLastJobHasEnded() throws InterruptedException {
        pool.finished(take(ONE), ONE, SUCCESS);
        FileJob last = take(ONE);
        assertFalse(pool.awaitOver(Duration.ofMillis(1)));
        pool.finished(last, ONE, SUCCESS);

        assertTrue(pool.awaitOver(Duration.ofMillis(1)));
        assertEquals(new JobPool.Counts(0, 0, 2, 0), pool.counts());
    }

    private FileJob take(RunnerId runner) {
        Offer<FileJob> offer = pool.next(runner);
        return offer instanceof Offer.Given<FileJob> given ? given.job() : null;
    }

    private FileJob job(String name) {
        return new FileJob(name, ".asy", directory.resolve(name), 100);
    }
}
