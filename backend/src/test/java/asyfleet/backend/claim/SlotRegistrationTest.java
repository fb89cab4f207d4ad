package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.OwnerThread;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlotRegistrationTest {

    private final OwnerThread owner = new OwnerThread("test-registration");
    private final FakeBackendStore store = new FakeBackendStore();
    private final AtomicLong nanos = new AtomicLong();
    private final SlotRegistration registration = new SlotRegistration(owner, store, Patience.DEFAULT, nanos::get);

    @AfterEach
    void close() {
        owner.close();
    }

    @Test
    void slotsThatAreNotRenewedWithinTheirLeaseAreNotCountedOn() {
        registration.register(1);
        pass(1);
        assertTrue(registration.isValid());

        pass(Patience.DEFAULT.lease().toNanos());
        assertFalse(registration.isValid());
    }

    @Test
    void renewedSlotsAreCountedOn() {
        registration.register(1);
        pass(Patience.DEFAULT.lease().toNanos());
        renew(List.of("0"));

        assertTrue(registration.isValid());
        assertEquals(List.of("renew"), store.happened);
    }

    @Test
    void aProcessWithoutSlotsMissesNothingAndAsksNothing() {
        registration.register(0);
        pass(Patience.DEFAULT.lease().toNanos());
        renew(List.of());

        assertTrue(registration.isValid());
        assertEquals(List.of(), store.happened);
    }

    private void pass(long more) {
        nanos.addAndGet(more);
    }

    /** Returns when the answer has been heard: the owner's second task comes behind it. */
    private void renew(List<String> backends) {
        CompletableFuture.runAsync(() -> registration.renew(backends, List.of()), owner)
                .thenRunAsync(() -> {}, owner)
                .join();
    }
}
