/**
 * {@code asyfleet simulate}: the real core and the real estimates on virtual time, under a random load. The benchmark
 * of the scheduler uses the same load.
 */
package asyfleet.lab.simulate;
