/** The parts that several commands of the client share: their server, their streams, their exit codes. */
package asyfleet.client.command;
