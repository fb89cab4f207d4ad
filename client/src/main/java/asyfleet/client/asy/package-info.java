/** {@code asyfleet asy}: the command line of {@code asy}, on a fleet. */
package asyfleet.client.asy;
