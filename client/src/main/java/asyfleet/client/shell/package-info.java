/** {@code asyfleet shell}: an Asymptote prompt on a fleet. */
package asyfleet.client.shell;
