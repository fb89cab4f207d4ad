package asyfleet.ring.run;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Slots;
import asyfleet.logging.LogFields;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.ring.parcel.TaskParcel;
import asyfleet.ring.parcel.TaskResult;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The executor that runs jobs as a backend runs tasks: on its slots, in its sandbox, under its limits. Synchronized
 * where a slot is taken, so that workers that have to wait for one do so in turn.
 */
final class SandboxedJobs implements JobExecutor {

    private static final String FIGURE = ".asy";
    private static final List<String> SCRIPTS = List.of(".sh", ".m");

    /** Jobs that were given up may hold slots for a moment longer. */
    private static final long LOOK_MILLIS = 20;

    private final Slots slots;
    private final JobRules rules;
    private final String tools;

    /** @param tools the fingerprint of the programs that run jobs */
    SandboxedJobs(Slots slots, JobRules rules, String tools) {
        this.slots = slots;
        this.rules = rules;
        this.tools = tools;
    }

    @Override
    public JobOutcome execute(GivenJob job) throws InterruptedException {
        boolean script = SCRIPTS.contains(job.type());
        if (script && !rules.scripts()) {
            return JobOutcome.refused("this runner runs no " + job.type() + " jobs; start it with --allow-scripts");
        }
        try {
            TaskResult result = run(request(job), new Recording(names(job)));
            return outcome(script ? ScriptVerdict.of(result) : result, job.ours() && !rules.plain());
        } catch (ProtocolException e) {
            return JobOutcome.refused(e.getMessage());
        }
    }

    private ExecutionRequest request(GivenJob job) {
        if (job.type().equals(TaskParcel.TYPE)) {
            return TaskParcel.decode(job.contents(), rules.timeLimit());
        }
        if (!job.type().equals(FIGURE) && !SCRIPTS.contains(job.type())) {
            throw new ProtocolException("this runner does not know jobs of type " + job.type());
        }
        String main = "main" + job.type();
        return new ExecutionRequest(
                Map.of(main, job.contents()), Optional.of(main), rules.options(), Optional.of(rules.timeLimit()));
    }

    private static Optional<LogFields> names(GivenJob job) {
        return Optional.of(job.contents())
                .filter(contents -> job.type().equals(TaskParcel.TYPE))
                .map(TaskParcel::names);
    }

    private TaskResult run(ExecutionRequest request, Recording recording) throws InterruptedException {
        Execution execution = start(request, recording);
        try {
            return recording.result.get();
        } catch (InterruptedException unwanted) {
            execution.abort();
            throw unwanted;
        } catch (ExecutionException e) {
            throw new IllegalStateException("an execution that never fails has failed", e);
        }
    }

    /** Keeps all that an execution says. */
    private static final class Recording implements Execution.Listener {
        private final List<ServerMessage> said = new ArrayList<>(); // the slot's thread alone fills and reads it
        private final CompletableFuture<TaskResult> result = new CompletableFuture<>();
        private final Optional<LogFields> names;

        Recording(Optional<LogFields> names) {
            this.names = names;
        }

        @Override
        public Optional<LogFields> names() {
            return names;
        }

        @Override
        public void said(ServerMessage message) {
            said.add(message);
        }

        @Override
        public void ended(Complete complete) {
            said.add(complete);
            result.complete(TaskResult.of(said));
        }
    }

    private synchronized Execution start(ExecutionRequest request, Execution.Listener listener)
            throws InterruptedException {
        Optional<Execution> started = slots.run(request, listener);
        while (started.isEmpty()) {
            wait(LOOK_MILLIS);
            started = slots.run(request, listener);
        }
        return started.get();
    }

    private JobOutcome outcome(TaskResult result, boolean packed) {
        byte[] output = packed ? result.by(tools).encode() : plain(result);
        return new JobOutcome(result.complete().success(), output);
    }

    /** The output of the program, and the reason if we ended it, since it cannot have said that itself. */
    private static byte[] plain(TaskResult result) {
        byte[] text = result.text();
        if (!ScriptVerdict.isEndedByUs(result.complete().verdict())) {
            return text;
        }
        boolean atLineStart = text.length == 0 || text[text.length - 1] == '\n';
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        output.writeBytes(text);
        output.writeBytes(
                ((atLineStart ? "" : "\n") + result.complete().error() + "\n").getBytes(StandardCharsets.UTF_8));
        return output.toByteArray();
    }
}
