/** Decides who runs when. */
package asyfleet.scheduler;
