/** The network between the parts of a fleet: proxies that can be told to misbehave, and ports for them. */
package asyfleet.lab.chaos.proxy;
