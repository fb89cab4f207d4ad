/** The history of a run: immutable records of what clients saw, what was broken, and what the fleet used. */
package asyfleet.lab.chaos.history;
