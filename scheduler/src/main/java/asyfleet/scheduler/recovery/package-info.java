/** From what Redis tells of tasks to what the decision core understands, one by one or all at once after a restart. */
package asyfleet.scheduler.recovery;
