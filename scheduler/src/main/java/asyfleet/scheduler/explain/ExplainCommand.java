package asyfleet.scheduler.explain;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.StartFailure;
import asyfleet.config.ValueType;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.redis.connection.RedisUnavailableException;
import asyfleet.redis.scheduler.InspectFleet;
import asyfleet.redis.scheduler.Inspection;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** {@code scheduler explain}: looks at Redis once, without leading, and prints what it finds. */
public final class ExplainCommand {

    /** Enough to find the first task of every level in all but a very strange queue. */
    private static final int MOST_READ = 10_000;

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private static final Setting<Integer> FIRST = Setting.of(
                    "--first", "ASYFLEET_EXPLAIN_FIRST", ValueType.intBetween(0, MOST_READ), "Waiting tasks to list")
            .byDefault("10");

    private final Setting<Secret> redisUrl;
    private final Setting<Levels> levels;
    private final Setting<Optional<Integer>> mostRunning;
    private final SettingsSpec spec;

    /** The settings are those of the scheduler, so that its environment explains its decisions. */
    public ExplainCommand(Setting<Secret> redisUrl, Setting<Levels> levels, Setting<Optional<Integer>> mostRunning) {
        this.redisUrl = redisUrl;
        this.levels = levels;
        this.mostRunning = mostRunning;
        this.spec = SettingsSpec.of(
                        "scheduler explain",
                        "Shows the queue, counts and limits, and why the head is or is not dispatched",
                        List.of(redisUrl, levels, mostRunning, FIRST))
                .withExamples("", "--redis redis://10.0.0.5");
    }

    public SettingsSpec spec() {
        return spec;
    }

    /** Prints the explanation, and returns the exit code. */
    public int run(SettingValues values) {
        try {
            System.out.print(explanation(values).text(values.get(FIRST)));
            return 0;
        } catch (RedisUnavailableException | CompletionException e) {
            throw new StartFailure(e.getMessage(), e);
        }
    }

    private Explanation explanation(SettingValues values) {
        SchedulingRules rules =
                new SchedulingRules(values.get(levels), Integer.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE));
        return new Explanation(inspect(values), rules, values.get(mostRunning).orElse(Integer.MAX_VALUE));
    }

    private Inspection inspect(SettingValues values) {
        try (Redis redis = Redis.connect(RedisSettings.of(values.get(redisUrl).value()))) {
            return new InspectFleet(redis)
                    .run(MOST_READ)
                    .toCompletableFuture()
                    .orTimeout(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }
}
