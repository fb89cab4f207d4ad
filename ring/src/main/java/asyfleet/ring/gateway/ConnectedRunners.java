package asyfleet.ring.gateway;

import asyfleet.ring.session.RunnerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The runners that are connected, and what each of their workers does. The protocol does not say how many workers a
 * runner has; one is known from the moment it asks.
 *
 * <pre>
 *            -- asks                               --> waiting
 * waiting    -- gets a task                        --> working
 * waiting    -- is told to come back later         --> unknown
 * working    -- brings the result                  --> returning
 * working    -- nobody waits for its task any more --> unknown    it cannot be called back alone
 * returning  -- asks                               --> waiting
 * returning  -- does not ask for a moment          --> unknown
 * any        -- its connection is gone             --> unknown
 * </pre>
 *
 * Those that are waiting, working or returning are slots of the fleet; only those that are waiting take tasks. Rules only;
 * guarded by the lock of {@link GatewayTasks}.
 */
final class ConnectedRunners {

    private static final class Member {
        private final Runnable drop;
        private final Set<RingTask> tasks = new HashSet<>();
        private final Set<Object> returning = new HashSet<>();
        private boolean asking;
        private boolean toolsKnown;

        Member(Runnable drop) {
            this.drop = drop;
        }

        int slots() {
            int working = (int) tasks.stream().filter(task -> !task.hasEnded()).count();
            return (asking ? 1 : 0) + working + returning.size();
        }

        boolean isUseless() {
            return !asking
                    && returning.isEmpty()
                    && !tasks.isEmpty()
                    && tasks.stream().allMatch(RingTask::hasEnded);
        }
    }

    private final Map<RunnerId, Member> members = new HashMap<>();

    /** @param drop ends its connection, and with it whatever it runs */
    void joined(RunnerId runner, Runnable drop) {
        members.put(runner, new Member(drop));
    }

    void left(RunnerId runner) {
        members.remove(runner);
    }

    /** One of its workers asks: most likely the one that was to return. */
    void asks(RunnerId runner) {
        Member member = members.get(runner);
        member.asking = true;
        member.returning.stream().findAny().ifPresent(member.returning::remove);
    }

    void isAnswered(RunnerId runner) {
        members.get(runner).asking = false;
    }

    void gets(RingTask task, RunnerId runner) {
        isAnswered(runner);
        members.get(runner).tasks.add(task);
    }

    /** @return what {@link #isMissed} takes */
    Object brings(RingTask task, RunnerId runner) {
        Object worker = new Object();
        Member member = members.get(runner);
        member.tasks.remove(task);
        member.returning.add(worker);
        return worker;
    }

    /** The worker has not asked again, unless it has. */
    void isMissed(Object worker, RunnerId runner) {
        Member member = members.get(runner);
        if (member != null) {
            member.returning.remove(worker);
        }
    }

    /** True once for each runner. */
    boolean showsItsToolsFirst(RunnerId runner) {
        Member member = members.get(runner);
        boolean first = !member.toolsKnown;
        member.toolsKnown = true;
        return first;
    }

    /** How to end the connection of a runner that only works for nobody. */
    Optional<Runnable> dropIfUseless(RunnerId runner) {
        return Optional.ofNullable(members.get(runner))
                .filter(Member::isUseless)
                .map(member -> member.drop);
    }

    int waiting() {
        return (int) members.values().stream().filter(member -> member.asking).count();
    }

    int slots() {
        return members.values().stream().mapToInt(Member::slots).sum();
    }
}
