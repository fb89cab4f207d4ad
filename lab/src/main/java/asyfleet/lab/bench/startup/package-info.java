/** The benchmark of the time that commands of the client take to start. */
package asyfleet.lab.bench.startup;
