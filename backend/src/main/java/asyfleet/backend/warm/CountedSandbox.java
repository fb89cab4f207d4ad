package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Confinement;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import asyfleet.backend.sandbox.SandboxLimits;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A sandbox that knows how many cells it has opened and how many are left. Used from any thread, hence the atomics. */
final class CountedSandbox implements Sandbox {

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong deleted = new AtomicLong();
    private final Sandbox sandbox;

    CountedSandbox(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    @Override
    public Cell open() throws SandboxException {
        Cell cell = sandbox.open();
        created.incrementAndGet();
        cell.exit().whenComplete((code, failure) -> deleted.incrementAndGet());
        return cell;
    }

    long created() {
        return created.get();
    }

    long deleted() {
        return deleted.get();
    }

    @Override
    public SandboxLimits limits() {
        return sandbox.limits();
    }

    @Override
    public boolean confines() {
        return sandbox.confines();
    }

    @Override
    public String memoryBound() {
        return sandbox.memoryBound();
    }

    @Override
    public Optional<Confinement> confinement() {
        return sandbox.confinement();
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
