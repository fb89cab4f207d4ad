/**
 * The words for people about a task that failed: what is wrong, where, and what to do. {@link
 * asyfleet.backend.explain.Explainer} lists the rules. Everything here is pure but {@link
 * asyfleet.backend.explain.Installed}, which reads what this machine has. The work on any input is bounded: lines of
 * output, tokens of sources and names are counted.
 */
package asyfleet.backend.explain;
