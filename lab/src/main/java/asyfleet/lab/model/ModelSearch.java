package asyfleet.lab.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The search through all states that a model can reach, those with the fewest steps first: the first broken promise that
 * it meets has the shortest history. Promises about what can still be reached are checked at the end, backwards along the
 * steps that the services take by themselves.
 *
 * <p>Confined to one thread. It holds all states; {@code most} bounds them.
 */
final class ModelSearch {

    private final ModelSetup setup;
    private final int most;
    private final ModelState first;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> states = new ArrayList<>();
    private final ArrayDeque<Integer> toVisit = new ArrayDeque<>();

    /** For each state the step by which it was found first: the state before it, and the step in one number. */
    private final IntList cameFrom = new IntList();

    private final IntList cameBy = new IntList();

    /** Pairs of states between which the services go by themselves. */
    private final IntList work = new IntList();

    private long steps;
    private SearchResult.Broken broken;

    private ModelSearch(ModelSetup setup, int most) {
        this.setup = setup;
        this.most = most;
        this.first = ModelState.first(setup);
    }

    /**
     * Visits everything, or stops at the first broken promise.
     *
     * @param most how many states to visit at most
     * @throws IllegalStateException if there are more
     */
    static SearchResult run(ModelSetup setup, int most) {
        return new ModelSearch(setup, most).run();
    }

    private SearchResult run() {
        number(first, -1, 0);
        while (!toVisit.isEmpty() && broken == null) {
            visit(toVisit.poll());
        }
        if (broken == null) {
            Arrays.stream(Promise.values()).filter(Promise::isAboutReaching).forEach(this::checkReach);
        }
        return new SearchResult(states.size(), steps, depth(), Optional.ofNullable(broken));
    }

    private void visit(int number) {
        ModelState now = first.read(states.get(number));
        StepSink sink = (move, actor, subject, next) -> took(number, now, move, actor, subject, next);
        new ServerSteps(now, sink).all();
        new ApiTaskSteps(now, sink).all();
        new SchedulerSteps(now, sink).all();
        new BackendSteps(now, sink).all();
        new FaultSteps(now, sink).all();
    }

    private void took(int from, ModelState now, Move move, int actor, int subject, ModelState next) {
        if (broken != null) {
            return;
        }
        if (move.kind == Move.Kind.FAULT) {
            if (now.get(StateCell.FAULTS) == setup.faults() || !setup.allows(move)) {
                return;
            }
            next.set(StateCell.FAULTS, 0, now.get(StateCell.FAULTS) + 1);
        }
        steps++;
        int told = move.isOnRun() ? now.get(StateCell.RUN_TASK, subject) - 1 : subject;
        int by = (move.ordinal() << 8 | actor) << 8 | told;
        check(from, by, now, move, actor, next);
        next.forgetWhatIsOver();
        int to = number(RunOrder.sort(next), from, by);
        if (move.kind == Move.Kind.WORK && to != from) {
            work.add(from);
            work.add(to);
        }
    }

    private void check(int from, int by, ModelState now, Move move, int actor, ModelState next) {
        for (Promise promise : PROMISES) {
            if (!promise.holds(now, move, actor, next)) {
                List<String> history = history(from);
                history.add(describe(by));
                broken = new SearchResult.Broken(promise, history);
                return;
            }
        }
    }

    private static final Promise[] PROMISES = Promise.values();

    private int number(ModelState state, int from, int by) {
        String key = state.key();
        Integer known = numbers.putIfAbsent(key, states.size());
        if (known != null) {
            return known;
        }
        if (states.size() == most) {
            throw new IllegalStateException("more than " + most + " states; raise --most-states or model less");
        }
        states.add(key);
        cameFrom.add(from);
        cameBy.add(by);
        toVisit.add(states.size() - 1);
        return states.size() - 1;
    }

    private List<String> history(int to) {
        ArrayDeque<String> history = new ArrayDeque<>();
        for (int state = to; state > 0; state = cameFrom.get(state)) {
            history.addFirst(describe(cameBy.get(state)));
        }
        return new ArrayList<>(history);
    }

    private static String describe(int by) {
        Move move = MOVES[by >> 16];
        String text = move.describe(by >> 8 & 0xff, by & 0xff);
        return move.places.isEmpty() ? text : text + "  [" + String.join(", ", move.places) + "]";
    }

    private static final Move[] MOVES = Move.values();

    /** The length of the longest of all shortest histories: that of the state found last. */
    private int depth() {
        return history(states.size() - 1).size();
    }

    private void checkReach(Promise promise) {
        boolean[] reaches = new boolean[states.size()];
        ArrayDeque<Integer> open = new ArrayDeque<>();
        for (int state = 0; state < reaches.length; state++) {
            if (promise.isReached(first.read(states.get(state)))) {
                reaches[state] = true;
                open.add(state);
            }
        }
        StepsBack back = new StepsBack(work, states.size());
        while (!open.isEmpty()) {
            back.forEach(open.poll(), before -> {
                if (!reaches[before]) {
                    reaches[before] = true;
                    open.add(before);
                }
            });
        }
        for (int state = 0; state < reaches.length && broken == null; state++) {
            if (!reaches[state]) {
                broken = new SearchResult.Broken(promise, history(state));
            }
        }
    }
}
