/** The control of who may come in: tokens, origins, the callers of requests, and how much one may upload. */
package asyfleet.queueserver.access;
