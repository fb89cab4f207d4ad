/** The fleet as its users meet it: separate processes, real sockets, real figures. */
package asyfleet.fleet;
