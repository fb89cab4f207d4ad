package asyfleet.backend.container;

import java.util.Locale;
import java.util.Optional;

/**
 * A system call that opening a cell needs and that the default profiles of containers refuse. Both profiles are made
 * from this list.
 */
enum CellCall {
    CLONE("bubblewrap starts the first process of a cell in new namespaces", "userns,"),
    UNSHARE("a cell begins with a user and a mount namespace", "userns,"),
    MOUNT("a cell sees a file system of its own", "mount,"),
    UMOUNT2("a cell gets rid of the file system outside", "umount,"),
    PIVOT_ROOT("the file system of a cell becomes its root", "pivot_root,"),
    SETHOSTNAME("a cell does not see the name of the machine", null),
    SETNS("a warm program enters the cell that it was copied for", "ptrace,"),
    PIDFD_GETFD("a warm program takes the standard streams of its task", "ptrace,");

    private final String reason;
    private final String appArmorRule;

    CellCall(String reason, String appArmorRule) {
        this.reason = reason;
        this.appArmorRule = appArmorRule;
    }

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    String reason() {
        return reason;
    }

    /** Empty if AppArmor has no rule for it that a namespace of the cell's own does not permit. */
    Optional<String> appArmorRule() {
        return Optional.ofNullable(appArmorRule);
    }
}
