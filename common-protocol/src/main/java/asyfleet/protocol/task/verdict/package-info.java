/**
 * The reasons why tasks end: a {@link asyfleet.protocol.task.verdict.Verdict} for programs, and the texts that clients
 * have always known.
 */
package asyfleet.protocol.task.verdict;
