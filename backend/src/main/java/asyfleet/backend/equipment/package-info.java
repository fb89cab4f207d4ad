/**
 * What a process needs to run tasks, whether a backend or a runner of the ring: its sandbox, proved at the start, programs
 * that wait for tasks, slots; and the settings about all that, declared once.
 */
package asyfleet.backend.equipment;
