/** The promises of the fleet as rules over a history. No clock, no network, no fleet: a history in, violations out. */
package asyfleet.lab.chaos.check;
