package asyfleet.backend;

import asyfleet.backend.container.AppArmorProfile;
import asyfleet.backend.container.SeccompProfile;
import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsCommand;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToIntBiFunction;

/**
 * The main program of a backend. It runs until the process is told to end; or, as {@code doctor-sandbox}, shows what
 * its sandbox holds; or, as {@code prepare-cache}, makes what the warm start keeps; or, as {@code container-profile}, prints a
 * profile for the container that it will run in.
 */
public final class BackendMain {

    /** The kinds of profiles that a container can have. */
    enum ProfileKind {
        SECCOMP,
        APPARMOR
    }

    private static final Setting<ProfileKind> KIND = Setting.of(
            "--kind", "ASYFLEET_PROFILE_KIND", ValueType.oneOf(ProfileKind.class), "The word may stand alone");

    private static final SettingsSpec PROFILE = SettingsSpec.of(
                    "backend container-profile",
                    "Prints the profile that a container needs for a backend to open cells in it",
                    List.of(KIND))
            .withArgument(KIND)
            .withExamples("seccomp", "apparmor");

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(
                new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start),
                List.of(
                        command(
                                "doctor-sandbox",
                                "Attacks the sandbox that a backend with these settings has, and prints what was contained",
                                SandboxDoctor::examine),
                        command(
                                "prepare-cache",
                                "Makes ahead what a backend with these settings keeps for its warm start",
                                CachePreparation::run),
                        new SettingsCommand.Named(PROFILE, BackendMain::printProfile)),
                args);
    }

    /** With the settings that the backend would be started with. */
    private static SettingsCommand.Named command(
            String name, String summary, ToIntBiFunction<ExecutionSettings, PrintStream> command) {
        return new SettingsCommand.Named(
                BackendSettings.SPEC.forCommand(name, summary),
                values -> command.applyAsInt(BackendSettings.read(values).execution(), System.out));
    }

    private static int printProfile(SettingValues values) {
        System.out.print(
                switch (values.get(KIND)) {
                    case SECCOMP -> SeccompProfile.json();
                    case APPARMOR -> AppArmorProfile.text();
                });
        return 0;
    }
}
