package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.SandboxException;
import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.backend.warm.CacheMarks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start takes from an earlier one that the same sandbox held, and nothing else. */
final class RememberedProofTest {

    private static final String KEY = "0123";
    private static final String MARK = "sandbox-holds-" + KEY;

    @TempDir
    private Path cache;

    private CacheMarks marks;
    private final AtomicBoolean breached = new AtomicBoolean();
    private final AtomicInteger attacks = new AtomicInteger();

    @BeforeEach
    void useCache() {
        marks = new CacheMarks(cache);
    }

    private RememberedProof proof(boolean holds) {
        return new RememberedProof(
                marks,
                () -> {
                    attacks.incrementAndGet();
                    return List.of(new SelfTest.Outcome("an attack", holds, ""));
                },
                () -> breached.set(true));
    }

    @Test
    void aSandboxThatNobodyKnowsIsAttackedBeforeTheFirstTask() throws Exception {
        proof(true).unlessRemembered(KEY);
        assertEquals(1, attacks.get());
        assertTrue(marks.has(MARK));
    }

    @Test
    void aSandboxThatDoesNotHoldIsNotRemembered() {
        assertThrows(SandboxException.class, () -> proof(false).unlessRemembered(KEY));
        assertFalse(marks.has(MARK));
        assertFalse(breached.get(), "nothing runs yet");
    }

    @Test
    void aSandboxThatHeldUnderAnotherKeyIsUnknown() throws Exception {
        proof(true).unlessRemembered("4567");
        assertThrows(SandboxException.class, () -> proof(false).unlessRemembered(KEY));
    }

    @Test
    void aSandboxThatHeldIsAttackedWhileTasksRun() throws Exception {
        marks.put(MARK);
        CompletableFuture<Void> started = new CompletableFuture<>();
        RememberedProof proof = new RememberedProof(
                marks,
                () -> {
                    started.join(); // which would not come if the start waited for the attacks
                    attacks.incrementAndGet();
                    return List.of();
                },
                () -> breached.set(true));
        CompletableFuture<Void> over = proof.unlessRemembered(KEY);
        started.complete(null);
        over.join();
        assertEquals(1, attacks.get());
        assertTrue(marks.has(MARK));
        assertFalse(breached.get());
    }

    @Test
    void aSandboxThatHoldsNoLongerEndsTheProcessAndIsForgotten() throws Exception {
        marks.put(MARK);
        proof(false).unlessRemembered(KEY).join();
        assertTrue(breached.get());
        assertFalse(marks.has(MARK));
    }

    @Test
    void attacksThatFailBecauseTheBackendEndsMeanNothing() throws Exception {
        marks.put(MARK);
        CompletableFuture<Void> closed = new CompletableFuture<>();
        RememberedProof proof = new RememberedProof(
                marks,
                () -> {
                    closed.join();
                    return List.of(new SelfTest.Outcome("an attack", false, "could not be tried"));
                },
                () -> breached.set(true));
        CompletableFuture<Void> over = proof.unlessRemembered(KEY);
        proof.close();
        closed.complete(null);
        over.join();
        assertTrue(marks.has(MARK));
        assertFalse(breached.get());
    }

    @Test
    void aMarkInADirectoryThatOthersCanWriteToIsNone() throws Exception {
        marks.put(MARK);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertFalse(marks.has(MARK));
    }
}
