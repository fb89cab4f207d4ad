/** The HTTP doors: a request becomes a task, and its end becomes a response. */
package asyfleet.queueserver.api;
