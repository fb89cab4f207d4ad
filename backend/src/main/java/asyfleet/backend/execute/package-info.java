/**
 * The execution of tasks: a {@link asyfleet.backend.execute.Slot} takes one task at a time, a {@link
 * asyfleet.backend.execute.Launcher} gets a process for it, and what the task writes, draws and ends with comes back as
 * the messages of the task protocol.
 *
 * <p>Threads: each slot has one thread that owns the slot and its execution, and blocks only while it opens a cell. What a
 * task can hold up, its pipes and its files, is left to threads of the {@link asyfleet.backend.execute.Slots}' common pool,
 * four per running task at most.
 */
package asyfleet.backend.execute;
