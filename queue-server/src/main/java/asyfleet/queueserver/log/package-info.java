/** The layer that logs one line for each task when it ends. */
package asyfleet.queueserver.log;
