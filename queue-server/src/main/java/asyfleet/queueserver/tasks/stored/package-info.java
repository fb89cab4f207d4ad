/**
 * The forms of an asynchronous task in Redis and for clients: its request, its progress, its events and its outcome.
 * All queue servers write and read them alike; nothing here acts.
 */
package asyfleet.queueserver.tasks.stored;
