package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.redis.RedisFixture;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Queue server, scheduler and backend as separate processes that meet only in Redis. All tests use one fleet, because
 * none may leave it unfit for the next: that is what they are about.
 */
@Timeout(300)
@Tag("slow")
class ThreeProcessesTest {

    private static final String CIRCLE = "draw(unitcircle);";

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @BeforeAll
    static void startFleet() {
        redis = RedisFixture.startOwn();
        redis.clear();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1"));
    }

    @AfterAll
    static void stopFleet() {
        fleet.close();
        redis.close();
    }

    @ParameterizedTest
    @CsvSource({"svg, <svg", "pdf, %PDF", "png, PNG"})
    void aFigureGoesAllTheWayThrough(String format, String mark) throws Exception {
        HttpResponse<String> answer = PostedFigures.post(fleet.url().resolve("/?f=" + format), CIRCLE);

        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains(mark), answer.body());
    }

    @Test
    void theDeepCheckOfTheQueueServerDrawsAFigure() throws Exception {
        String answer = PostedFigures.get(fleet.url().resolve("/readyz?deep=1"));

        for (String check : List.of("backends", "redis", "render", "scheduler")) {
            assertTrue(answer.contains("\"" + check + "\":\"ok\""), answer);
        }
        assertTrue(answer.contains("\"ready\":true"), answer);
    }

    @ParameterizedTest
    @EnumSource(Member.class)
    void aServiceThatWasKilledIsReplacedByAFreshOne(Member member) throws Exception {
        fleet.kill(member);
        fleet.startAgain(member);

        assertEquals(
                200, PostedFigures.post(fleet.url().resolve("/?f=svg"), CIRCLE).statusCode());
    }

    @Test
    void aRedisThatForgotEverythingIsNoHindrance() throws Exception {
        redis.restartEmpty();

        assertEquals(
                200, PostedFigures.post(fleet.url().resolve("/?f=svg"), CIRCLE).statusCode());
    }
}
