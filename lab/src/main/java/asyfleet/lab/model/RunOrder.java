package asyfleet.lab.model;

import asyfleet.lab.model.StateCell.By;
import java.util.Arrays;

/**
 * One order of the runs for all states that differ only in how runs are numbered. Runs are alike but for what a state says
 * of them, so such states have the same future, and only one of them needs to be visited.
 */
final class RunOrder {

    private static final StateCell[] NAMES_A_RUN = {
        StateCell.FLOW_RUN, StateCell.ANSWER, StateCell.NONCE, StateCell.SLOT_RUN
    };
    private static final StateCell[] CELLS = StateCell.values();

    private final ModelState state;
    private final int runs;

    private RunOrder(ModelState state) {
        this.state = state;
        this.runs = state.count(By.RUN);
    }

    /** The same state with its runs in order. */
    static ModelState sort(ModelState state) {
        RunOrder order = new RunOrder(state);
        Integer[] sorted = new Integer[order.runs];
        byte[][] rows = new byte[order.runs][];
        for (int run = 0; run < order.runs; run++) {
            sorted[run] = run;
            rows[run] = order.row(run);
        }
        Arrays.sort(sorted, (a, b) -> Arrays.compare(rows[b], rows[a]));
        for (int run = 0; run < order.runs; run++) {
            if (sorted[run] != run) {
                return order.renumber(sorted);
            }
        }
        return state;
    }

    /** All that the state says of a run. */
    private byte[] row(int run) {
        byte[] row = new byte[64];
        int at = 0;
        for (StateCell cell : CELLS) {
            if (isByRun(cell)) {
                for (int i = run; i < state.length(cell); i += runs) {
                    row[at++] = (byte) state.get(cell, i);
                }
            }
        }
        for (StateCell cell : NAMES_A_RUN) {
            for (int i = 0; i < state.length(cell); i++) {
                row[at++] = (byte) (state.get(cell, i) == run + 1 ? 1 : 0);
            }
        }
        return row;
    }

    private static boolean isByRun(StateCell cell) {
        return cell.by.length > 0 && cell.by[cell.by.length - 1] == By.RUN;
    }

    private ModelState renumber(Integer[] sorted) {
        ModelState next = state.copy();
        int[] places = new int[runs];
        for (int place = 0; place < runs; place++) {
            places[sorted[place]] = place;
        }
        for (StateCell cell : CELLS) {
            for (int i = 0; isByRun(cell) && i < state.length(cell); i++) {
                next.set(cell, i - i % runs + places[i % runs], state.get(cell, i));
            }
        }
        for (StateCell cell : NAMES_A_RUN) {
            for (int i = 0; i < state.length(cell); i++) {
                int run = state.get(cell, i) - 1;
                if (run >= 0 && run < runs) {
                    next.set(cell, i, places[run] + 1);
                }
            }
        }
        return next;
    }
}
