/** {@code scheduler explain}: the present queue, counts and limits, and in words why the head waits. */
package asyfleet.scheduler.explain;
