/** The commands of operators: machines, pauses, and tasks to end. */
package asyfleet.client.admin;
