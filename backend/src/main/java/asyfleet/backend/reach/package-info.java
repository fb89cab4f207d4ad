/**
 * The watch over whether queue servers reach this process at the address that it tells them. {@link
 * asyfleet.backend.reach.Reachability} has the rules, {@link asyfleet.backend.reach.ReachabilityWatch} asks the queue
 * servers.
 */
package asyfleet.backend.reach;
