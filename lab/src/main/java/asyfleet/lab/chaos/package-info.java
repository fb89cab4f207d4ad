/**
 * The command that breaks a whole fleet on purpose while clients use it, and checks what they saw. {@link
 * asyfleet.lab.chaos.ChaosRun} shows the order: a fleet ({@code fleet}), its clients ({@code load}), the faults ({@code
 * nemesis}), all of which write one history ({@code history}); the rules over it ({@code check}); what is printed ({@code
 * report}).
 */
package asyfleet.lab.chaos;
