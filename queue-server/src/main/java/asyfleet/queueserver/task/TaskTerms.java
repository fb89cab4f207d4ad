package asyfleet.queueserver.task;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.access.Caller;
import asyfleet.trace.Spans;
import asyfleet.trace.TaskTrace;
import java.util.Optional;

/**
 * The terms of a task beside what it runs, as the request that asked for it states them.
 *
 * @param caller whom the task counts for
 * @param permit present if the caller was admitted before the task begins; it is then not asked for again
 * @param session the name of the session whose older task it replaces
 * @param scope names those whose files and results it may have: empty for everybody's, else the caller's own name
 * @param reuse whether the run of an equal task, or a result that is kept, will do
 * @param trace its names in logs and traces
 * @param acceptedBefore whether the fleet accepted it already, from a queue server that died: then it goes ahead of the
 *     queue, however full that is
 */
public record TaskTerms(
        Caller caller,
        Optional<Permit> permit,
        Optional<String> session,
        String scope,
        boolean reuse,
        TaskTrace trace,
        boolean acceptedBefore) {

    private static final int LONGEST_SESSION = 100;

    /**
     * Reads {@code ?session=NAME} or {@code X-Asyfleet-Session}, and {@code ?cache=false} or the usual request not to
     * use a cache.
     *
     * @param apart whether callers have their files and results each for itself
     */
    public static TaskTerms of(Request request, Caller caller, boolean apart) {
        boolean reuse = reuse(request);
        String scope = apart ? caller.name() : "";
        TaskTrace trace = TaskTrace.begin(request.header("traceparent"), Spans.isOn());
        return new TaskTerms(caller, Optional.empty(), session(request), scope, reuse, trace, false);
    }

    /**
     * The terms of a task that this server goes on with in place of one that died.
     *
     * @param caller the name of its caller, for the log: nobody counts it again
     */
    public static TaskTerms adopted(String caller, TaskTrace trace) {
        return new TaskTerms(new Caller(caller, false), Optional.empty(), Optional.empty(), "", false, trace, true);
    }

    /** The terms of a task that this server wants for itself. */
    public static TaskTerms ofServer(String name) {
        TaskTrace trace = TaskTrace.begin(Optional.empty(), Spans.isOn());
        return new TaskTerms(new Caller(name, false), Optional.empty(), Optional.empty(), "", false, trace, false);
    }

    private static boolean reuse(Request request) {
        if (request.header("Cache-Control")
                .filter(value -> value.contains("no-cache"))
                .isPresent()) {
            return false;
        }
        String cache = request.query("cache").orElse("true");
        if (!cache.equals("true") && !cache.equals("false")) {
            throw HttpError.badRequest("cache is " + Excerpt.of(cache) + "; expected true or false");
        }
        return cache.equals("true");
    }

    private static Optional<String> session(Request request) {
        Optional<String> session = request.query("session").or(() -> request.header("X-Asyfleet-Session"));
        session.filter(name -> name.isBlank() || name.length() > LONGEST_SESSION)
                .ifPresent(name -> {
                    throw HttpError.badRequest("the session's name has " + name.length() + " characters; expected 1 to "
                            + LONGEST_SESSION);
                });
        return session;
    }

    /** Whether the API has given it an ID: it is stored in Redis, and its client need not wait for it. */
    public boolean isStored() {
        return trace.id().isPresent();
    }

    public TaskTerms with(Permit granted) {
        return new TaskTerms(caller, Optional.of(granted), session, scope, reuse, trace, acceptedBefore);
    }

    /** The same for a task that the API gave this ID. */
    public TaskTerms withId(String id) {
        return new TaskTerms(caller, permit, session, scope, reuse, trace.withId(id), acceptedBefore);
    }

    /** The same for one of several tasks, which has a span of its own, and does not replace the one before it. */
    public TaskTerms ofPart(String id) {
        TaskTrace part = new TaskTrace(
                trace.context().child(), Optional.of(trace.context().spanId()), Optional.of(id));
        return new TaskTerms(caller, permit, Optional.empty(), scope, reuse, part, acceptedBefore);
    }

    /** The task will not begin; any thread. */
    public void giveBack() {
        permit.ifPresent(Permit::giveBack);
    }
}
