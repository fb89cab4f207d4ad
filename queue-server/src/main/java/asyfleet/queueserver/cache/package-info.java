/** The layer that keeps the results of tasks and serves them again for a while. */
package asyfleet.queueserver.cache;
