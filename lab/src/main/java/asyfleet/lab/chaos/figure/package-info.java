/** The figures that clients draw, and how each of them ends when it is drawn alone. */
package asyfleet.lab.chaos.figure;
