/**
 * The parts that an interactive task has beyond others: its input, its idle time, and a picture that changes. They know
 * the cell of the task and nothing of slots; {@code RunningTask} uses them and decides what ends the task.
 */
package asyfleet.backend.shell;
