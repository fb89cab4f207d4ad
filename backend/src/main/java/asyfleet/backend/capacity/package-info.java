/** How many slots a process should have: a setting, or a rule that follows the load of the machine. */
package asyfleet.backend.capacity;
