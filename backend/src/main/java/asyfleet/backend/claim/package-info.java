/**
 * The part of a backend process in the fleet: its slots register, one reader takes dispatched tasks from Redis, each is
 * claimed by a slot, executed, served to its client, and finished.
 *
 * <p>Follow a task, each step calls the next: {@link asyfleet.backend.claim.TaskReader} reads it,
 * {@link asyfleet.backend.claim.Claimer} claims it for a slot, {@link asyfleet.backend.claim.ClaimedTasks} has it run, and
 * {@link asyfleet.backend.claim.FinishedTasks} tells Redis of its end. All of them move slots of
 * {@link asyfleet.backend.claim.FleetSlots}, and {@link asyfleet.backend.claim.FleetMember} puts them together and takes
 * the process in and out.
 */
package asyfleet.backend.claim;
