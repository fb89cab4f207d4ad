package asyfleet.backend.container;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The AppArmor profile for the container of a backend: what Docker's own profile permits, and the steps that {@linkplain
 * CellCall open a cell}. A process under no profile at all would not do: Ubuntu forbids those to make user namespaces.
 */
public final class AppArmorProfile {

    private static final String TEXT = """
            # The container of an Asyfleet backend. Load it with: apparmor_parser -r -W asyfleet-backend
            abi <abi/4.0>,
            include <tunables/global>

            profile asyfleet-backend flags=(attach_disconnected,mediate_deleted) {
              include <abstractions/base>

              network,
              capability,
              file,
              unix,
              signal (receive) peer=unconfined,
              signal (receive) peer=runc,
              signal (receive) peer=crun,
              signal (receive) peer=snap.docker.dockerd,
              signal (send, receive) peer=asyfleet-backend,

              # The steps that open a cell.
            %s
              # As Docker's own profile: nothing of the kernel's settings.
              deny @{PROC}/sys/kernel/{?,??,[^s][^h][^m]**} w,
              deny @{PROC}/sysrq-trigger rwklx,
              deny @{PROC}/kcore rwklx,
              deny /sys/[^f]*/** wklx,
              deny /sys/f[^s]*/** wklx,
              deny /sys/fs/[^c]*/** wklx,
              deny /sys/fs/c[^g]*/** wklx,
              deny /sys/firmware/** rwklx,
              deny /sys/kernel/security/** rwklx,
            }
            """;

    private AppArmorProfile() {}

    /** The file {@code deploy/apparmor/asyfleet-backend}. */
    public static String text() {
        return TEXT.formatted(Arrays.stream(CellCall.values())
                .map(CellCall::appArmorRule)
                .flatMap(Optional::stream)
                .distinct()
                .map(rule -> "  " + rule + "\n")
                .collect(Collectors.joining()));
    }
}
