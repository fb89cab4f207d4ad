/**
 * The sandbox in which strangers' programs run. A {@link asyfleet.backend.sandbox.Sandbox} opens {@link
 * asyfleet.backend.sandbox.Cell}s: one cell, one command, one private directory, ended together with everything that
 * the command started. What the cell lets through is attacked at every start by {@code asyfleet.backend.sandbox.attack}.
 */
package asyfleet.backend.sandbox;
