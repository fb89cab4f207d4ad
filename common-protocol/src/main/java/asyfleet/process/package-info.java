/** Programs that this program starts beside itself: those that benchmarks measure, and those that tests kill. */
package asyfleet.process;
