/** What a client asks for, and how it gets into the queue of the fleet. */
package asyfleet.queueserver.submission;
