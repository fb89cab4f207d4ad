package asyfleet.redis.connection;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.event.command.CommandFailedEvent;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.Set;

/** The metrics of a process's way to Redis. For any thread; Prometheus' types take care of that. */
public final class RedisMetrics implements CommandLatencyRecorder, CommandListener {

    /** Commands that wait on purpose: their time says nothing of Redis. */
    static final Set<CommandType> BLOCKING = EnumSet.of(CommandType.BLMOVE, CommandType.XREADGROUP);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Histogram calls;
    private final Counter errors;

    public RedisMetrics(PrometheusRegistry registry) {
        calls = Histogram.builder()
                .name("asyfleet_redis_call_seconds")
                .help("From a command to the whole answer of Redis, but for commands that wait on purpose")
                .classicOnly()
                .classicUpperBounds(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5)
                .register(registry);
        errors = Counter.builder()
                .name("asyfleet_redis_errors_total")
                .help(
                        "Commands and scripts that failed, by kind: no answer in time, an error of Redis, or no connection")
                .labelNames("kind")
                .register(registry);
        for (String kind : new String[] {"timeout", "refused", "connection"}) {
            errors.initLabelValues(kind);
        }
    }

    @Override
    public void recordCommandLatency(
            SocketAddress local, SocketAddress remote, ProtocolKeyword command, long firstNanos, long wholeNanos) {
        if (!(command instanceof CommandType type) || !BLOCKING.contains(type)) {
            calls.observe(wholeNanos / NANOS_PER_SECOND);
        }
    }

    /** A Redis that does not know a script is sent its text: that is no failure. */
    @Override
    public void commandFailed(CommandFailedEvent event) {
        if (!(event.getCause() instanceof RedisNoScriptException)) {
            errors.labelValues(kind(event.getCause())).inc();
        }
    }

    private static String kind(Throwable failure) {
        if (failure instanceof RedisCommandTimeoutException) {
            return "timeout";
        }
        return failure instanceof RedisCommandExecutionException ? "refused" : "connection";
    }
}
