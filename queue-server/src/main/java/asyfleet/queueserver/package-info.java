/** The queue server: everything a client talks to. */
package asyfleet.queueserver;
