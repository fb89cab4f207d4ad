/** The HTTP doors of our own, and where all doors get their routes. */
package asyfleet.queueserver.api;
