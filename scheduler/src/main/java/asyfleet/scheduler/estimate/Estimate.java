package asyfleet.scheduler.estimate;

/** How long a task will still wait. */
public record Estimate(String id, long waitMillis) {}
