/** The HTTP doors of our own, and the routes of all HTTP doors. */
package asyfleet.queueserver.api;
