/** The URLs of the public Asymptote server, and the way to those of Kroki. */
package asyfleet.queueserver.dropin;
