package asyfleet.backend.sandbox;

import java.util.List;
import java.util.Optional;

/** The base of a sandbox that does something more when a cell is opened, and is another one in all else. */
public abstract class ForwardingSandbox implements Sandbox {

    protected final Sandbox sandbox;

    protected ForwardingSandbox(Sandbox sandbox) {
        this.sandbox = sandbox;
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
    public List<String> making() {
        return sandbox.making();
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
