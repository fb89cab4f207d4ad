package asyfleet.scheduler.decide;

/** The reason why a task will not run. */
public sealed interface Denial {

    /** For the client. */
    String message();

    <R> R accept(Handler<R> handler);

    /** One method for each reason. */
    interface Handler<R> {
        R on(QueueFull denial);

        R on(QueueTimeout denial);

        R on(NoFreeBackend denial);
    }

    /** The queue is full: as many tasks wait as may. */
    record QueueFull(int queued, int max) implements Denial {
        @Override
        public String message() {
            return "Queue full: " + queued + " tasks queued (max: " + max + ")";
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The task waited as long as a task may. */
    record QueueTimeout(long waitedMillis, long maxMillis) implements Denial {
        @Override
        public String message() {
            return "Task timed out after " + waitedMillis + "ms in queue (max: " + maxMillis + "ms)";
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A shell does not queue, and every backend is taken. */
    record NoFreeBackend(int backends) implements Denial {
        @Override
        public String message() {
            return "No free backend for an interactive task (backends: " + backends + ")";
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
