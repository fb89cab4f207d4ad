package asyfleet.backend.warm;

import asyfleet.backend.execute.Preloader;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.ForwardingSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;

/** A sandbox whose cells have programs waiting in them, as those of tasks do. It belongs to whoever has the cells' own. */
final class PreloadedSandbox extends ForwardingSandbox {

    private final Preloader preloader;

    PreloadedSandbox(Sandbox cells, Preloader preloader) {
        super(cells);
        this.preloader = preloader;
    }

    @Override
    public Cell open() throws SandboxException {
        Cell cell = sandbox.open();
        preloader.preload(cell);
        return cell;
    }
}
