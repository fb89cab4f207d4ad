/**
 * What stands in Redis of an asynchronous task, and how clients are told of it: its request, its progress, its events
 * and its outcome. Only forms, no deeds: all queue servers write and read them alike.
 */
package asyfleet.queueserver.tasks.stored;
