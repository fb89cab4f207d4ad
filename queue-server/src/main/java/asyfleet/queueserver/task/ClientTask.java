package asyfleet.queueserver.task;

import java.util.Optional;

/**
 * A task on its road through the queue server.
 *
 * @param owner the one thread that touches it
 * @param digest the same for tasks with the same result; empty as long as it is not known, and for a task that takes no
 *     other's result
 */
public record ClientTask(TaskRequest request, TaskTerms terms, Owner owner, Optional<String> digest) {

    public ClientTask(TaskRequest request, TaskTerms terms, Owner owner) {
        this(request, terms, owner, Optional.empty());
    }

    public ClientTask withDigest(String found) {
        return new ClientTask(request, terms, owner, Optional.of(found));
    }
}
