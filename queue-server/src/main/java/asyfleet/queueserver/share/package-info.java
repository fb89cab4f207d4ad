/** The layer that runs equal tasks once if clients of this queue server ask for them at the same time. */
package asyfleet.queueserver.share;
