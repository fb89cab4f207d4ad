package asyfleet.queueserver.share;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.reuse.Results;
import java.time.Duration;
import java.util.Optional;

/** Puts the ways to reuse work together, as far as they are switched on. */
public final class Reuse {

    private static final int RESULTS_THAT_FIT = 16;

    private final TaskHandle.Launcher fresh;
    private final TaskHandle.Launcher reusing;

    /**
     * What is switched on.
     *
     * @param supersede whether a session's newer task replaces its older one
     * @param share whether equal tasks that run at the same time run once
     * @param resultLife how long a result is kept; zero keeps none
     * @param resultBytes how many bytes all kept results may have together
     */
    public record Settings(boolean supersede, boolean share, Duration resultLife, long resultBytes) {}

    public Reuse(TaskHandle.Launcher launcher, Redis redis, Settings settings, ReuseMetrics metrics) {
        this.fresh = launcher;
        TaskHandle.Launcher shared = settings.share() ? new Sharing(launcher, metrics) : launcher;
        if (settings.resultLife().isZero()) {
            this.reusing = shared;
        } else {
            Results results = new Results(redis, settings.resultLife(), settings.resultBytes());
            this.reusing = new KeptResults(shared, results, settings.resultBytes() / RESULTS_THAT_FIT, metrics);
        }
    }

    /** {@code ?cache=false}, or the usual request not to use a cache, asks for a run of one's own. */
    public TaskHandle.Launcher launcherFor(Request request) {
        Optional<String> control = request.header("Cache-Control").filter(value -> value.contains("no-cache"));
        return control.isPresent() || !mayReuse(request.query("cache").orElse("true")) ? fresh : reusing;
    }

    private static boolean mayReuse(String cache) {
        if (!cache.equals("true") && !cache.equals("false")) {
            throw HttpError.badRequest("cache is " + Excerpt.of(cache) + "; expected true or false");
        }
        return cache.equals("true");
    }
}
