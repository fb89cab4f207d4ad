/** How the programs log: one line for each event, for people or as JSON. */
package asyfleet.logging;
