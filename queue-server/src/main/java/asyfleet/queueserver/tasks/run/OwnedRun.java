package asyfleet.queueserver.tasks.run;

import asyfleet.queueserver.task.Owner;

/** The work on one asynchronous task by the queue server that owns it. All but the first method run on its owner thread. */
public interface OwnedRun {

    Owner owner();

    /** It is stored: it may begin. */
    void begin();

    /** The task has ended elsewhere, or another server owns it now; it may never have begun. */
    void stop();

    /** Redis does not name the task as this server's: puts it back if it is lost. */
    void putBack();
}
