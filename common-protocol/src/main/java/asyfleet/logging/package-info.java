/** The log of the programs: one line for each event, for people or as JSON. */
package asyfleet.logging;
