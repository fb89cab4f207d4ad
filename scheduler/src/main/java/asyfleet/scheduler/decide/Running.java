package asyfleet.scheduler.decide;

/** A running task as {@link RunningSet} keeps it, with its place there. Only {@link RunningSet} changes it. */
final class Running {

    final Task task;
    final long startedAt;
    int level;
    long durationMillis;
    /** Index in the bag that holds it, kept by {@link Bag}. */
    int slot = -1;

    Running(Run run) {
        this.task = run.task();
        this.startedAt = run.startedAt();
        this.level = run.level();
        this.durationMillis = run.durationMillis();
    }

    Kind kind() {
        return task.demand().kind();
    }

    Run toRun() {
        return new Run(task, level, durationMillis, startedAt);
    }
}
