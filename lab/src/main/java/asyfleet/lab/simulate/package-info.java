/** Runs the real core and the real estimates on virtual time, and measures both: {@code simulate} and {@code bench}. */
package asyfleet.lab.simulate;
