/**
 * The serving of tasks to clients: each claimed task has an address, for one connection.
 *
 * <p>{@link asyfleet.backend.serve.ServedTask} holds the rules and knows no Netty;
 * {@link asyfleet.backend.serve.TaskConnection} is its Netty side and knows no rules; what the execution says passes from
 * its threads to the connection's event loop through an {@link asyfleet.backend.serve.Outbox}.
 */
package asyfleet.backend.serve;
