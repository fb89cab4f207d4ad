/** {@code asyfleet bench page}: from the key to the picture, in a real browser. */
package asyfleet.lab.bench.page;
