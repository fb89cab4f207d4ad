/**
 * How a backend process takes part in the fleet: its slots register, one reader takes dispatched tasks from Redis, each is
 * claimed by a slot, executed, served to its client, and finished.
 *
 * <p>Follow a task: {@link asyfleet.backend.claim.TaskReader} reads it, {@link asyfleet.backend.claim.Claimer} claims it
 * for a slot, {@link asyfleet.backend.claim.Workload} has it run and finishes it. {@link asyfleet.backend.claim.FleetMember} puts
 * them together and takes the process in and out.
 */
package asyfleet.backend.claim;
