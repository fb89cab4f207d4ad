/** Everything a client talks to. */
package asyfleet.queueserver;
