/**
 * The command that breaks a whole fleet on purpose while clients use it, and checks what they saw. {@link
 * asyfleet.lab.chaos.ChaosRun} shows the order: a fleet ({@code fleet}) behind proxies ({@code proxy}); figures ({@code
 * figure}) that clients ({@code client}) draw at a rate ({@code load}); the faults ({@code nemesis}). All of them write one
 * history ({@code history}). Rules judge it ({@code check}), and it is shown ({@code report}).
 */
package asyfleet.lab.chaos;
