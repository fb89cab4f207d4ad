/** The API of operators, with tokens of its own: machines, pauses, and tasks to end. */
package asyfleet.queueserver.admin;
