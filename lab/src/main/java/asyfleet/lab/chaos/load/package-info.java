/** The load of a run: which tasks come, when, and how many. */
package asyfleet.lab.chaos.load;
