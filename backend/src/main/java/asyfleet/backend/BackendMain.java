package asyfleet.backend;

import asyfleet.backend.sandbox.attack.SandboxDoctor;
import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import java.util.Map;

/**
 * The main program of a backend. It runs until the process is told to end; or, as {@code doctor-sandbox}, shows what
 * its sandbox holds.
 */
public final class BackendMain {

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(
                new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start),
                Map.of("doctor-sandbox", arguments -> SandboxDoctor.examine(System.out)),
                args);
    }
}
