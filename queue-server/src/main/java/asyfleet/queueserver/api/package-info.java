/** The HTTP doors of our own, and what they tell about the fleet. */
package asyfleet.queueserver.api;
