/**
 * The scheduling rule once more, as plainly as it can be written. Tests and the benchmark compare the core with it.
 */
package asyfleet.lab.plain;
