package asyfleet.scheduler.explain;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsException;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.redis.connection.RedisUnavailableException;
import asyfleet.redis.scheduler.InspectFleet;
import asyfleet.redis.scheduler.Inspection;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** {@code scheduler explain}: looks at Redis once, without leading, and prints what it finds. */
public final class ExplainCommand {

    private static final int DONE = 0;
    private static final int NO_ANSWER = 1;
    private static final int WRONG_SETTINGS = 2;

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

    /** Returns the exit code. */
    public int run(List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (spec.asksForHelp(args)) {
            out.print(spec.help());
            return DONE;
        }
        try {
            SettingValues values = spec.read(args, environment);
            out.print(explanation(values).text(values.get(FIRST)));
            return DONE;
        } catch (SettingsException e) {
            err.println("asyfleet scheduler explain: " + String.join("; ", e.mistakes()));
            return WRONG_SETTINGS;
        } catch (RedisUnavailableException | CompletionException e) {
            err.println("asyfleet scheduler explain: " + e.getMessage());
            return NO_ANSWER;
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
