package asyfleet.backend;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;

/** {@code asyfleet backend}. */
public final class BackendMain {

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start), args);
    }
}
