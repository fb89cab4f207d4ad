/**
 * The names by which one task is found in the logs and traces of all services: the IDs, and the W3C trace context that its
 * client sent or that its queue server made.
 */
package asyfleet.trace;
