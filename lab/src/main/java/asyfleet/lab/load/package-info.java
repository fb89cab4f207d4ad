/** {@code asyfleet load}: many users at a time on a fleet, and how long they wait. */
package asyfleet.lab.load;
