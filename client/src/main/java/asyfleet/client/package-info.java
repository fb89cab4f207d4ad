/** The command line client, and the Java client library below it. */
package asyfleet.client;
