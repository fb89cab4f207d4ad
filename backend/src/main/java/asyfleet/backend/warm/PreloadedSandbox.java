package asyfleet.backend.warm;

import asyfleet.backend.execute.Preloader;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Confinement;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import asyfleet.backend.sandbox.SandboxLimits;
import java.util.Optional;

/** A sandbox whose cells have programs waiting in them, as those of tasks do. It belongs to whoever has the cells' own. */
record PreloadedSandbox(Sandbox cells, Preloader preloader) implements Sandbox {

    @Override
    public Cell open() throws SandboxException {
        Cell cell = cells.open();
        preloader.preload(cell);
        return cell;
    }

    @Override
    public SandboxLimits limits() {
        return cells.limits();
    }

    @Override
    public boolean confines() {
        return cells.confines();
    }

    @Override
    public String memoryBound() {
        return cells.memoryBound();
    }

    @Override
    public Optional<Confinement> confinement() {
        return cells.confinement();
    }

    @Override
    public void close() {
        cells.close();
    }
}
