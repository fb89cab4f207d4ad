/** The layer that counts tasks for the metrics. */
package asyfleet.queueserver.count;
