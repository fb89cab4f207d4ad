package asyfleet.backend;

import asyfleet.backend.sandbox.attack.SandboxDoctor;
import asyfleet.config.Service;
import asyfleet.config.ServiceMain;

/** Runs a backend until the process is told to end; or, as {@code doctor-sandbox}, shows what its sandbox holds. */
public final class BackendMain {

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 1 && args[0].equals("doctor-sandbox")) {
            System.exit(SandboxDoctor.examine(System.out));
        }
        ServiceMain.run(new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start), args);
    }
}
