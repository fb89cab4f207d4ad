/**
 * {@code asyfleet bench render} and {@code asyfleet bench equality}: how fast this machine renders by hand, cold and warm,
 * and whether warm gives what cold does. Everything runs on the caller's thread, one task at a time unless it says
 * otherwise.
 */
package asyfleet.lab.bench.render;
