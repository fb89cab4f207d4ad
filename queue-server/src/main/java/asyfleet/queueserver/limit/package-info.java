/** The layer that bounds how many tasks one caller may have at a time. */
package asyfleet.queueserver.limit;
