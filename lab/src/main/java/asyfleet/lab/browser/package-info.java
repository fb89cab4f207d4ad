/** A real browser, for benchmarks and tests of the pages. */
package asyfleet.lab.browser;
