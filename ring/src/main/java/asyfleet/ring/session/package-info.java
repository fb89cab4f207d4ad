/**
 * The manager's side of the protocol, whatever the jobs are: one thread for each runner speaks it, takes jobs from
 * {@link asyfleet.ring.session.Jobs} and brings results there.
 */
package asyfleet.ring.session;
