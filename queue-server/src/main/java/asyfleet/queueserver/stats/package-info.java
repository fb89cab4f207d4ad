/** The recent past of the fleet, kept in memory for the page about it. */
package asyfleet.queueserver.stats;
