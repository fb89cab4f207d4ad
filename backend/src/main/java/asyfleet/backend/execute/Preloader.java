package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;

/** The part that puts programs into cells, where they wait for a task, so that the task need not start them. */
public interface Preloader {

    /** Puts nothing anywhere. */
    Preloader NONE = new Preloader() {
        @Override
        public void preload(Cell cell) {}

        @Override
        public void preloadFor(ExecutionRequest request, Cell cell) {}

        @Override
        public boolean isFresh(Cell cell) {
            return true;
        }
    };

    /** Before anybody knows for which task the cell is. Blocks for some ms; on any thread. */
    void preload(Cell cell);

    /** When the task is known, and before any of its code runs in the cell. On the slot's thread. */
    void preloadFor(ExecutionRequest request, Cell cell);

    /** Whether what waits in the cell does not wait for too long. */
    boolean isFresh(Cell cell);
}
