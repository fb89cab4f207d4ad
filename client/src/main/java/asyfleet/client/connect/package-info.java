/**
 * The Java client library: {@link asyfleet.client.connect.AsyfleetClient} sends a task to a fleet over {@code /asy} and
 * tells how it goes. Everything else here is a detail of it.
 */
package asyfleet.client.connect;
