package asyfleet.backend;

import asyfleet.backend.container.AppArmorProfile;
import asyfleet.backend.container.SeccompProfile;
import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.config.SettingsException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/**
 * The main program of a backend. It runs until the process is told to end; or, as {@code doctor-sandbox}, shows what
 * its sandbox holds; or, as {@code prepare-cache}, makes what the warm start keeps; or, as {@code container-profile}, prints a
 * profile for the container that it will run in.
 */
public final class BackendMain {

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(
                new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start),
                Map.of(
                        "doctor-sandbox", rest -> withSettings(rest, SandboxDoctor::examine),
                        "prepare-cache", rest -> withSettings(rest, CachePreparation::run),
                        "container-profile", BackendMain::printProfile),
                args);
    }

    /** With the settings that the backend would be started with. */
    private static int withSettings(List<String> args, ToIntBiFunction<ExecutionSettings, PrintStream> command) {
        try {
            BackendSettings settings = BackendSettings.read(BackendSettings.SPEC.read(args, System.getenv()));
            return command.applyAsInt(settings.execution(), System.out);
        } catch (SettingsException e) {
            e.mistakes().forEach(System.err::println);
            return 2;
        }
    }

    private static int printProfile(List<String> args) {
        String kind = String.join(" ", args);
        switch (kind) {
            case "seccomp" -> System.out.print(SeccompProfile.json());
            case "apparmor" -> System.out.print(AppArmorProfile.text());
            default -> {
                System.err.printf("container-profile '%s'; expected seccomp or apparmor%n", kind);
                return 2;
            }
        }
        return 0;
    }
}
