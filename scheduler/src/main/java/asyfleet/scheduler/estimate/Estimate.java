package asyfleet.scheduler.estimate;

/** An estimate of how long a task will still wait. */
public record Estimate(String id, long waitMillis) {}
