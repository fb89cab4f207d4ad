package asyfleet.backend.sandbox;

/** Adds to a refusal of the system what the operator can do about it. */
final class SandboxAdvice {

    private SandboxAdvice() {}

    static SandboxException explain(SandboxException refusal, boolean root) {
        String said = refusal.getMessage();
        return new SandboxException("cells cannot be opened: " + said + "\n" + advice(said, root), refusal);
    }

    private static String advice(String said, boolean root) {
        if (said.contains("not found") || said.contains("No such file") || said.contains("failed to execute")) {
            return "Install bubblewrap 0.8 or newer and util-linux (unshare, mount, setpriv, prlimit).";
        }
        if (said.contains("Unknown option")) {
            return "Install bubblewrap 0.8 or newer; this one is older.";
        }
        return root
                ? "As root, this needs CAP_SYS_ADMIN. Run the backend as an ordinary user, who needs user namespaces."
                : "User namespaces are not permitted here. Allow them: sysctl user.max_user_namespaces above 0, "
                        + "kernel.unprivileged_userns_clone=1 (Debian), kernel.apparmor_restrict_unprivileged_userns=0 "
                        + "(Ubuntu); in a container, a seccomp profile that permits unshare, clone, mount, umount2, "
                        + "pivot_root and setns, and AppArmor unconfined.";
    }
}
