package asyfleet.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.failure.StageFailure;
import asyfleet.redis.RedisFixture;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that go together fail alone where they can. What the calls do is the test's. */
@Tag("slow")
class BatchRefusalTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    /** The commands that were sent together, in order. Written by the connection's thread, read when all is answered. */
    private final List<List<String>> sent = new ArrayList<>();

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void whatComesInOneTurnGoesTogetherUpToTheBound() {
        List<CompletableFuture<String>> answers = ask(2, BatchRefusalTest::echo, "a", "b", "c");

        assertEquals(
                List.of("a!", "b!", "c!"),
                answers.stream().map(BatchRefusalTest::answer).toList());
        assertEquals(List.of(List.of("a", "b"), List.of("c")), sent);
    }

    @Test
    void ifRedisRefusesManyEachIsSentAlone() {
        List<CompletableFuture<String>> answers = ask(
                10,
                requests -> requests.contains("bad")
                        ? CompletableFuture.failedStage(new RedisCommandExecutionException("ERR bad"))
                        : echo(requests),
                "a",
                "bad",
                "c");

        assertEquals("a!", answer(answers.get(0)));
        assertEquals("c!", answer(answers.get(2)));
        assertEquals("ERR bad", failure(answers.get(1)).getMessage());
        assertEquals(List.of(List.of("a", "bad", "c"), List.of("a"), List.of("bad"), List.of("c")), sent);
    }

    @Test
    void anUnknownOutcomeIsThatOfAllAndNothingIsSentAgain() {
        List<CompletableFuture<String>> answers =
                ask(10, requests -> CompletableFuture.failedStage(new RedisCommandTimeoutException("late")), "a", "b");

        answers.forEach(answer -> assertEquals("late", failure(answer).getMessage()));
        assertEquals(1, sent.size());
    }

    private List<CompletableFuture<String>> ask(
            int most, Function<List<String>, CompletionStage<List<String>>> call, String... requests) {
        BatchedCalls.Size size = new BatchedCalls.Size(most, Long.MAX_VALUE, Duration.ZERO);
        BatchedCalls<String, String> calls = new BatchedCalls<>(REDIS.redis(), size, together -> {
            sent.add(together);
            return call.apply(together);
        });
        return ConnectionTurn.take(REDIS.redis(), () -> Stream.of(requests)
                .map(calls::add)
                .map(CompletionStage::toCompletableFuture)
                .toList());
    }

    private static CompletionStage<List<String>> echo(List<String> requests) {
        return CompletableFuture.completedStage(
                requests.stream().map(request -> request + "!").toList());
    }

    private static String answer(CompletableFuture<String> answer) {
        return answer.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Throwable failure(CompletableFuture<String> answer) {
        return StageFailure.causeOf(assertThrows(CompletionException.class, () -> answer(answer)));
    }
}
