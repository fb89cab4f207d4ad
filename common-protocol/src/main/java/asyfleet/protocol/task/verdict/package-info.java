/**
 * Why and where a task ended: a {@link asyfleet.protocol.task.verdict.Verdict} for programs, and the texts that clients
 * have always known.
 */
package asyfleet.protocol.task.verdict;
