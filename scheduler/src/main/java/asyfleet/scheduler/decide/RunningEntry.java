package asyfleet.scheduler.decide;

/** A running task as {@link RunningSet} keeps it, with its place there. Only {@link RunningSet} changes it. */
final class RunningEntry {

    final Task task;
    final long startedAt;
    int level;
    long durationMillis;
    /** Index in the bag that holds it, kept by {@link Bag}. */
    int slot = -1;

    RunningEntry(ActiveRun run) {
        this.task = run.task();
        this.startedAt = run.startedAt();
        this.level = run.level();
        this.durationMillis = run.durationMillis();
    }

    TaskKind kind() {
        return task.demand().kind();
    }

    ActiveRun toRun() {
        return new ActiveRun(task, level, durationMillis, startedAt);
    }
}
