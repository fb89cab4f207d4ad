package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.serve.ServedTask;
import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.Registration;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that this process has, from the moment their claim is sent: each is started when its claim is won, served at
 * its address, and finished. A slot is free again once Redis knows of the end; the client does not wait for that.
 *
 * <p>Owner: the fleet's thread. It holds a task for each slot, and those whose execution is over and whose client has not
 * fetched everything; the time that a client has to connect, and the server's guard against slow readers, bound these.
 */
final class Workload implements Claimer.Outcomes, ServedTask.Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(Workload.class);

    private final OwnerThread owner;
    private final TaskHosting premises;
    private final FinishedTasks finished;
    private final Patience patience;
    private final SlotUser slots;
    private final Map<ServedTask, Job> jobs = new IdentityHashMap<>();
    private final Map<String, Job> claimed = new HashMap<>();
    private final Map<String, Job> running = new HashMap<>();

    /** Those of the running whose end has not come yet. */
    private final Map<ServedTask, Registration.Execution> executions = new IdentityHashMap<>();

    /** Whose slots they are; called on the fleet's thread. */
    interface SlotUser {

        /** Its claim was won. */
        void occupy(String backend);

        /** Its claim was not won. */
        void release(String backend);

        /** The execution of its task is over; Redis has yet to hear of it. */
        void ended(String backend);

        /** Its task is finished. */
        void vacate(String backend);

        /** The process has one task less. */
        void over();
    }

    Workload(OwnerThread owner, TaskHosting premises, FinishedTasks finished, Patience patience, SlotUser slots) {
        this.owner = owner;
        this.premises = premises;
        this.finished = finished;
        this.patience = patience;
        this.slots = slots;
    }

    /** Opens an address for a task that the slot is about to claim: its client may be faster than the claim's reply. */
    ClaimTasks.Request open(Dispatched task, String backend) {
        assert owner.isCurrent();
        ServedTask served = premises.addresses().prepare(owner, this);
        String token = premises.addresses().open(served);
        ClaimTasks.Request claim =
                new ClaimTasks.Request(task, premises.advertised().url(token), backend);
        Job job = new Job(served, token, claim);
        jobs.put(served, job);
        claimed.put(claim.address(), job);
        return claim;
    }

    @Override
    public void won(ClaimTasks.Request request, Claim.Won task) {
        Job job = claimed.remove(request.address());
        slots.occupy(job.backend());
        running.put(job.backend(), job);
        task.duration()
                .ifPresent(duration -> executions.put(
                        job.served(),
                        new Registration.Execution(job.claim(), task.task().options(), duration)));
        job.served().start(task.task().options().interactive(), listener -> run(task, listener));
        finished.forgetFiles(job.task());
        owner.after(patience.connect(), () -> giveUpWaiting(job));
    }

    private Execution run(Claim.Won task, Execution.Listener listener) {
        try {
            return premises.runner().start(task, listener);
        } catch (ProtocolException e) {
            listener.ended(failure(e.getMessage(), EndCode.BAD_REQUEST));
        } catch (RuntimeException e) {
            LOG.error("could not start task={}", task.id(), e);
            listener.ended(failure("The backend could not start the task", EndCode.FLEET_FAULT));
        }
        return Execution.OVER;
    }

    private static ServerMessage.Complete failure(String error, EndCode code) {
        return new ServerMessage.Complete(false, error, null, Verdict.of(code, Stage.FLEET));
    }

    private void giveUpWaiting(Job job) {
        if (jobs.containsKey(job.served()) && job.served().isAwaitingClient()) {
            LOG.info("no client came task={} within={}", job.task(), patience.connect());
            job.served().giveUpWaiting();
        }
    }

    @Override
    public void lost(ClaimTasks.Request request) {
        Job job = claimed.remove(request.address());
        slots.release(job.backend());
        job.served().drop();
    }

    @Override
    public void ended(ServedTask served, ServerMessage.Complete complete) {
        Job job = jobs.get(served);
        executions.remove(served);
        slots.ended(job.backend());
        finished.finish(job.task(), complete, () -> {
            running.remove(job.backend());
            slots.vacate(job.backend());
        });
    }

    @Override
    public void over(ServedTask served) {
        Job job = jobs.remove(served);
        premises.addresses().forget(job.token());
        slots.over();
    }

    /** What slots are at, for a Redis that may have lost it; those that the scheduler does not know it never had. */
    Collection<Registration.Execution> executions() {
        return executions.values();
    }

    /** Tasks that have a slot, or whose claim is still unknown. */
    List<String> held() {
        return Stream.concat(running.values().stream(), claimed.values().stream())
                .map(Job::task)
                .toList();
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /** Ends everything, unfinished, for others to run. */
    void handBackAll() {
        assert owner.isCurrent();
        Collection<Job> all = List.copyOf(jobs.values());
        LOG.info("handing back running tasks={}", all.size());
        all.forEach(job -> job.served().handBack());
    }
}
