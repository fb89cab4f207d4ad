/** The fleet that is broken: real processes, restarted by a supervisor, that reach each other through proxies. */
package asyfleet.lab.chaos.fleet;
