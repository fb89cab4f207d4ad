package asyfleet.backend.sandbox;

import asyfleet.backend.container.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** The advice to an operator about a system that refuses to open a cell. */
final class SandboxAdvice {

    private static final String CONTAINER = """
            Give the container the seccomp profile of this product (backend container-profile seccomp prints it):
              docker run     --security-opt seccomp=deploy/seccomp/asyfleet-backend.json
              podman run     --security-opt seccomp=deploy/seccomp/asyfleet-backend.json
              compose        security_opt: ["seccomp=./asyfleet-backend.json"]
              Kubernetes     securityContext: {seccompProfile: {type: Localhost, localhostProfile: asyfleet-backend.json}}
            Capabilities, a privileged container or --security-opt seccomp=unconfined are not needed.""";

    private static final String APP_ARMOR = """
            Where AppArmor is on (version 4: Ubuntu 24.04, Debian 13), also its profile (backend container-profile apparmor prints it):
              on the machine apparmor_parser -r -W deploy/apparmor/asyfleet-backend
              docker run     --security-opt apparmor=asyfleet-backend
              podman run     --security-opt apparmor=asyfleet-backend
              compose        security_opt: ["apparmor=asyfleet-backend"]
              Kubernetes     securityContext: {appArmorProfile: {type: Localhost, localhostProfile: asyfleet-backend}}
            apparmor=unconfined does not help on Ubuntu: it forbids user namespaces to programs without a profile.""";

    private static final String MACHINE = """
            User namespaces must be allowed to ordinary users:
              sysctl user.max_user_namespaces        above 0
              sysctl kernel.unprivileged_userns_clone=1      where it exists (older Debian)
              on Ubuntu, load deploy/apparmor/asyfleet-backend and start the backend under it: aa-exec -p asyfleet-backend""";

    private static final String UNIT = """
            A seccomp filter is on this process although it is in no container. Under systemd it is the SystemCallFilter= of the
            unit: it must allow what that of deploy/systemd/asyfleet-backend.service does (systemctl cat asyfleet-backend).""";

    private static final String CHROOT = """
            In a chroot, the kernel gives no user namespace, whatever the capabilities. Run the backend outside of it, in a
            container, or enter the directory by pivot_root in place of chroot.""";

    private SandboxAdvice() {}

    /**
     * @param withProc why a cell with a /proc cannot be opened
     * @param withoutProc why one without cannot be opened either
     */
    static SandboxException explain(
            SandboxException withProc, SandboxException withoutProc, boolean root, Surroundings around) {
        List<String> lines = new ArrayList<>(List.of(
                "cells cannot be opened",
                "  with /proc:    " + withProc.getMessage(),
                "  without /proc: " + withoutProc.getMessage(),
                "This backend runs " + around.describe() + ".",
                advice(withoutProc.getMessage(), root, around)));
        return new SandboxException(String.join("\n", lines), withoutProc);
    }

    private static String advice(String said, boolean root, Surroundings around) {
        if (said.contains("not found") || said.contains("No such file") || said.contains("failed to execute")) {
            return "Install bubblewrap 0.8 or newer and util-linux (unshare, mount, setpriv, prlimit).";
        }
        if (said.contains("Unknown option")) {
            return "Install bubblewrap 0.8 or newer; this one is older.";
        }
        if (around.chroot()) {
            return CHROOT;
        }
        if (root) {
            return "As root, this needs CAP_SYS_ADMIN. Run the backend as an ordinary user, who needs user namespaces.";
        }
        if (around.container().isPresent()) {
            return CONTAINER + "\n" + APP_ARMOR;
        }
        return around.filtered() ? MACHINE + "\n" + UNIT : MACHINE;
    }
}
