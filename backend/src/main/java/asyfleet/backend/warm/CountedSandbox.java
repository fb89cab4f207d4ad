package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.ForwardingSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import java.util.concurrent.atomic.AtomicLong;

/** A sandbox that knows how many cells it has opened and how many are left. Used from any thread, hence the atomics. */
final class CountedSandbox extends ForwardingSandbox {

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong deleted = new AtomicLong();

    CountedSandbox(Sandbox sandbox) {
        super(sandbox);
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
}
