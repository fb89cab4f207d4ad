package asyfleet.queueserver.session;

import asyfleet.redis.reuse.RecentFiles.Finding;
import asyfleet.redis.reuse.RecentFiles.Wanted;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A file cache in which few look at a time, the others in the order they came: a client asks for megabytes with a few
 * bytes, so the number of clients must not be what bounds how much is read at once.
 *
 * <p>Its queue belongs to the {@code thread}. It is as long as sessions wait for their files; one whose client left
 * is passed over.
 */
public final class QueuedFileCache implements FileCache {

    /** With the bytes that one task may have, a bound on what is on its way from Redis. */
    static final int MOST_AT_ONCE = 4;

    private final FileCache files;
    private final Executor thread;
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private int looking;

    private record Turn(Wanted wanted, CompletableFuture<Finding> answer) {}

    public QueuedFileCache(FileCache files, Executor thread) {
        this.files = files;
        this.thread = thread;
    }

    @Override
    public void keep(String scope, String sha256, byte[] contents) {
        files.keep(scope, sha256, contents);
    }

    @Override
    public CompletableFuture<Finding> find(Wanted wanted) {
        Turn turn = new Turn(wanted, new CompletableFuture<>());
        thread.execute(() -> {
            waiting.add(turn);
            next();
        });
        return turn.answer;
    }

    private void next() {
        while (looking < MOST_AT_ONCE && !waiting.isEmpty()) {
            Turn turn = waiting.remove();
            if (!turn.answer.isDone()) {
                look(turn);
            }
        }
    }

    private void look(Turn turn) {
        looking++;
        files.find(turn.wanted).whenComplete((finding, failure) -> {
            if (failure == null) {
                turn.answer.complete(finding);
            } else {
                turn.answer.completeExceptionally(failure);
            }
            thread.execute(() -> {
                looking--;
                next();
            });
        });
    }
}
