/**
 * The gateway: a manager whose jobs are the fleet's tasks, for runners that cannot reach Redis. To the fleet it is a
 * backend process with as many slots as runners' workers wait or work; to runners it is a manager that never says FINO.
 *
 * <p>Follow a task: {@link asyfleet.ring.gateway.ConnectedRunners} knows a worker that waits,
 * {@link asyfleet.backend.claim.FleetMember} claims the task for it, {@link asyfleet.ring.gateway.GatewayTasks} hands it
 * over and turns what the runner brings into what a backend would say.
 */
package asyfleet.ring.gateway;
