/** Which one of the schedulers decides: a lease in Redis, kept by a thread of its own. */
package asyfleet.scheduler.leadership;
