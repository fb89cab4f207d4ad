package asyfleet.queueserver.session;

import asyfleet.redis.reuse.RecentFiles.Finding;
import asyfleet.redis.reuse.RecentFiles.Wanted;
import java.util.concurrent.CompletableFuture;

/** The recently uploaded files by scope and SHA-256. Losing one costs its owner an upload, nothing more. */
public interface FileCache {

    /** @param scope as of {@link Wanted} */
    void keep(String scope, String sha256, byte[] contents);

    /** Finds what is there; completes on any thread. Cancelling it spares the cache work that nobody waits for. */
    CompletableFuture<Finding> find(Wanted wanted);
}
