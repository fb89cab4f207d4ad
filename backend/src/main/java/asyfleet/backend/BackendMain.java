package asyfleet.backend;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.config.SettingsException;
import java.util.List;
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
                Map.of("doctor-sandbox", BackendMain::examineSandbox),
                args);
    }

    /** With the settings that the backend would be started with. */
    private static int examineSandbox(List<String> args) {
        try {
            BackendSettings settings = BackendSettings.read(BackendSettings.SPEC.read(args, System.getenv()));
            return SandboxDoctor.examine(settings.execution(), System.out);
        } catch (SettingsException e) {
            e.mistakes().forEach(System.err::println);
            return 2;
        }
    }
}
