/**
 * Attacks on a live fleet, by its owner: hostile programs and hostile clients. Each says what must happen, and after each
 * an ordinary client must get its figure as before. The attacks on the sandbox alone are in
 * {@link asyfleet.backend.sandbox.attack}.
 */
package asyfleet.lab.attack;
