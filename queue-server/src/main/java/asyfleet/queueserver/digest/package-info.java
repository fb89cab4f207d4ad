/** The layer that computes a task's digest, by which the layers behind it know equal tasks. */
package asyfleet.queueserver.digest;
