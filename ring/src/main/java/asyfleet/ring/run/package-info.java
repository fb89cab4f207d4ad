/**
 * The runner: workers that share one connection to a manager, ask it for jobs and run them in the sandbox.
 *
 * <p>Threads: one for each worker, which blocks on the connection, under one lock, or on its job; one for each connection,
 * which waits for its workers and connects again.
 */
package asyfleet.ring.run;
