/** The faults: a plan that a seed replays, and what is done to the fleet for each of its steps. */
package asyfleet.lab.chaos.nemesis;
