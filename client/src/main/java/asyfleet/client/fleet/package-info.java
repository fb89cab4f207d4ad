/** {@code asyfleet stats} and {@code asyfleet version}: questions to a fleet about itself. */
package asyfleet.client.fleet;
