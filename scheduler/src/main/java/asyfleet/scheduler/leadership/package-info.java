/** The choice of the one scheduler that decides: a lease in Redis, renewed by a thread of its own. */
package asyfleet.scheduler.leadership;
