/**
 * The ring, protocol 1.3: a manager hands jobs to runners over plain sockets.
 *
 * <p>Follow a job: {@code manage.RunsDirectory} finds it, {@code manage.JobPool} hands it out, {@code session.RunnerSession}
 * and {@code run.ManagerLink} carry it over the wire, {@code run.Workers} run it on {@code run.SandboxedJobs}, and the
 * result comes back the same way to {@code manage.OutputsDirectory}.
 */
package asyfleet.ring;
