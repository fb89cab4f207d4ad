/** The rule once more, as plainly as it can be written: what the core is compared with, by tests and in the benchmark. */
package asyfleet.lab.plain;
