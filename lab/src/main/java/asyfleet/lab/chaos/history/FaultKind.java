package asyfleet.lab.chaos.history;

import static asyfleet.lab.chaos.history.Excuse.BACKEND_LOST;
import static asyfleet.lab.chaos.history.Excuse.CONNECTION_LOST;
import static asyfleet.lab.chaos.history.Excuse.FORGOTTEN;
import static asyfleet.lab.chaos.history.Excuse.LEASE_LOST;
import static asyfleet.lab.chaos.history.Excuse.REDIS_AWAY;
import static asyfleet.lab.chaos.history.Excuse.SERVER_LOST;
import static asyfleet.lab.chaos.history.Excuse.SLOTS_CHANGE;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The faults, in the order of the report, with what clients may see of each. */
public enum FaultKind {
    KILL_BACKEND("kill -9 of a backend", BACKEND_LOST, SLOTS_CHANGE),
    KILL_SCHEDULER("kill -9 of the leading scheduler"),
    KILL_STANDBY("kill -9 of the scheduler that stands by"),
    KILL_QUEUE_SERVER("kill -9 of a queue server", CONNECTION_LOST, SERVER_LOST, SLOTS_CHANGE),
    KILL_GATEWAY("kill -9 of the ring gateway", BACKEND_LOST, SLOTS_CHANGE),
    KILL_RUNNER("kill -9 of a ring runner", BACKEND_LOST, SLOTS_CHANGE),
    KILL_REDIS("kill -9 of Redis, its data kept by AOF", REDIS_AWAY, LEASE_LOST, SLOTS_CHANGE),
    KILL_REDIS_EMPTY("kill -9 of Redis, back without data", REDIS_AWAY, FORGOTTEN, SLOTS_CHANGE),
    STOP_BACKEND("SIGSTOP of a backend", BACKEND_LOST, SLOTS_CHANGE),
    STOP_SCHEDULER("SIGSTOP of the leading scheduler"),
    STOP_STANDBY("SIGSTOP of the scheduler that stands by"),
    STOP_QUEUE_SERVER("SIGSTOP of a queue server", SERVER_LOST, SLOTS_CHANGE),
    STOP_GATEWAY("SIGSTOP of the ring gateway", BACKEND_LOST, SLOTS_CHANGE),
    STOP_RUNNER("SIGSTOP of a ring runner", BACKEND_LOST, SLOTS_CHANGE),
    STOP_REDIS("SIGSTOP of Redis", REDIS_AWAY, LEASE_LOST, SLOTS_CHANGE),
    TERM_BACKEND("SIGTERM of a backend", SLOTS_CHANGE),
    TERM_SCHEDULER("SIGTERM of the leading scheduler"),
    TERM_STANDBY("SIGTERM of the scheduler that stands by"),
    TERM_QUEUE_SERVER("SIGTERM of a queue server"),
    TERM_GATEWAY("SIGTERM of the ring gateway", SLOTS_CHANGE),
    TERM_RUNNER("SIGTERM of a ring runner", SLOTS_CHANGE),
    ROLLING_RESTART("SIGTERM of everything but Redis, one after the other", SLOTS_CHANGE),
    BACKENDS_GONE("all backends away", BACKEND_LOST, SLOTS_CHANGE),
    UNREACHABLE_BACKEND("a backend whose address nobody reaches", BACKEND_LOST, SLOTS_CHANGE),
    CUT_BACKEND("connections to a backend cut", BACKEND_LOST, SLOTS_CHANGE),
    HALF_OPEN_BACKEND("connections to a backend half-open", BACKEND_LOST, SLOTS_CHANGE),
    DELAY_BACKEND("connections to a backend delayed"),
    CUT_REDIS("connections of a service to Redis cut", REDIS_AWAY, BACKEND_LOST, SERVER_LOST, SLOTS_CHANGE),
    HALF_OPEN_REDIS("connections of a service to Redis half-open", REDIS_AWAY, BACKEND_LOST, SERVER_LOST, SLOTS_CHANGE),
    SLOW_REDIS("Redis slow for everybody", REDIS_AWAY),
    FULL_REDIS("Redis at maxmemory", REDIS_AWAY, LEASE_LOST),
    REDIS_FAILOVER("Sentinel failover after kill -9 of the master", REDIS_AWAY, FORGOTTEN, SLOTS_CHANGE),
    CUT_CLIENTS("connections of clients cut", CONNECTION_LOST),
    HALF_OPEN_CLIENTS("connections of clients half-open", CONNECTION_LOST),
    DELAY_CLIENTS("connections of clients delayed"),
    FULL_DISK("full disk at a backend", BACKEND_LOST, SLOTS_CHANGE),
    NO_DESCRIPTORS("no descriptors left at a backend", BACKEND_LOST, SLOTS_CHANGE),
    CLOCK_JUMP("the clock of a process jumps an hour", SLOTS_CHANGE);

    private final String title;
    private final Set<Excuse> excuses;

    FaultKind(String title, Excuse... excuses) {
        this.title = title;
        this.excuses = Set.of(excuses);
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** The name on the command line: {@code kill-backend}. */
    public String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean excuses(Excuse excuse) {
        return excuses.contains(excuse);
    }

    /** The fault of that option, if there is one. */
    public static Optional<FaultKind> ofOption(String option) {
        return Arrays.stream(values())
                .filter(kind -> kind.option().equals(option))
                .findFirst();
    }
}
