/** The clients of the fleet: one class for each door. They tell the history what they saw and judge nothing. */
package asyfleet.lab.chaos.client;
