/**
 * {@code asyfleet bench} {@code clients}, {@code fleet}, {@code limiter} and {@code queue}: measurements of a whole
 * fleet. Its services run as separate processes on this machine, and end after the measurement.
 */
package asyfleet.lab.bench.fleet;
