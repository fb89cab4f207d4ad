package asyfleet.backend.reach;

/**
 * The judgement whether queue servers reach this process. Rules only.
 *
 * <pre>
 * REACHED   -- nobody fetched MOST_UNFETCHED tasks in a row             --> DOUBTED    all queue servers are asked to come
 * DOUBTED   -- somebody comes, or there was no queue server to ask      --> REACHED
 * DOUBTED   -- nobody who was asked came in time                        --> UNREACHED
 * UNREACHED -- somebody comes                                           --> REACHED
 * </pre>
 *
 * <p>Tasks that nobody fetches raise doubts only: their queue server may have died. What decides is the answer of those who
 * live, which costs no user's task.
 */
final class Reachability {

    enum State {
        REACHED,
        DOUBTED,
        UNREACHED
    }

    /** One or two may be tasks of a queue server that has just died. */
    static final int MOST_UNFETCHED = 3;

    private State state = State.REACHED;
    private int unfetched;

    State state() {
        return state;
    }

    /** How many tasks in a row nobody fetched. */
    int inARow() {
        return unfetched;
    }

    /** Nobody has fetched a task in time. */
    void unfetched() {
        unfetched++;
        if (state == State.REACHED && unfetched >= MOST_UNFETCHED) {
            state = State.DOUBTED;
        }
    }

    /** Somebody came, for a task or because they were asked to. */
    void visited() {
        state = State.REACHED;
        unfetched = 0;
    }

    /**
     * Nobody has come in time.
     *
     * @param asked how many queue servers were asked
     */
    void unanswered(long asked) {
        if (state == State.DOUBTED && asked == 0) {
            visited();
        } else if (state == State.DOUBTED) {
            state = State.UNREACHED;
        }
    }
}
