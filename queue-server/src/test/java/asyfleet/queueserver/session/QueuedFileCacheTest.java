package asyfleet.queueserver.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.reuse.RecentFiles.Finding;
import asyfleet.redis.reuse.RecentFiles.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class QueuedFileCacheTest implements FileCache {

    private static final Finding FOUND = new Finding.Found(Map.of());

    private final List<CompletableFuture<Finding>> looks = new ArrayList<>();
    private final QueuedFileCache turns = new QueuedFileCache(this, Runnable::run);

    @Test
    void fewLookAtATimeAndTheNextWhenOneIsDone() {
        List<CompletableFuture<Finding>> answers = comeWith(QueuedFileCache.MOST_AT_ONCE + 2);
        assertEquals(QueuedFileCache.MOST_AT_ONCE, looks.size());

        looks.get(0).complete(FOUND);
        assertEquals(QueuedFileCache.MOST_AT_ONCE + 1, looks.size());
        assertEquals(FOUND, answers.get(0).join());
    }

    @Test
    void aLookThatFailsEndsItsTurnToo() {
        List<CompletableFuture<Finding>> answers = comeWith(QueuedFileCache.MOST_AT_ONCE + 1);
        looks.get(0).completeExceptionally(new IllegalStateException("no Redis"));

        assertTrue(answers.get(0).isCompletedExceptionally());
        assertEquals(QueuedFileCache.MOST_AT_ONCE + 1, looks.size());
    }

    @Test
    void whoeverLeftIsPassedOver() {
        List<CompletableFuture<Finding>> answers = comeWith(QueuedFileCache.MOST_AT_ONCE + 1);
        answers.get(QueuedFileCache.MOST_AT_ONCE).cancel(false);
        looks.get(0).complete(FOUND);

        assertEquals(QueuedFileCache.MOST_AT_ONCE, looks.size());
    }

    private List<CompletableFuture<Finding>> comeWith(int sessions) {
        List<CompletableFuture<Finding>> answers = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            answers.add(turns.find(new Wanted("", Map.of(), 0)));
        }
        return answers;
    }

    @Override
    public void keep(String scope, String sha256, byte[] contents) {
        throw new AssertionError("nothing is uploaded here");
    }

    @Override
    public CompletableFuture<Finding> find(Wanted wanted) {
        looks.add(new CompletableFuture<>());
        return looks.get(looks.size() - 1);
    }
}
