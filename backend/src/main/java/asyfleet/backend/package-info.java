/** Runs Asymptote for the fleet. */
package asyfleet.backend;
