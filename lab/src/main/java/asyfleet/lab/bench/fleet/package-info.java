/**
 * {@code asyfleet bench clients} and {@code asyfleet bench fleet}: figures of a whole fleet, which is started for them as
 * separate processes on this machine and ended after them.
 */
package asyfleet.lab.bench.fleet;
