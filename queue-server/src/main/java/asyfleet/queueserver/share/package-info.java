/**
 * Work that need not be done: a session's older task is replaced by its newer one, equal tasks that run at the same time
 * run once, and a finished result is served again for a while. None of it changes what a client sees on the wire.
 */
package asyfleet.queueserver.share;
