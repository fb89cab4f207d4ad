/** The number of slots of a process: a setting, or a rule that follows the load of the machine. */
package asyfleet.backend.capacity;
