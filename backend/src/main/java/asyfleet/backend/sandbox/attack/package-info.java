/**
 * Attacks on the sandbox, by the sandbox's owner. {@link asyfleet.backend.sandbox.attack.SelfTest} tries them all at every
 * start: a kernel setting, a container profile or a new version of a tool can take away what the sandbox is made of, and
 * nothing else would show it.
 */
package asyfleet.backend.sandbox.attack;
