package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The control group that this process is in.
 *
 * @param top whether it is the highest that we see: that of our container, or of the machine
 */
record OwnGroup(ControlGroup group, boolean top) {

    private static final String OURS = "0::";

    /** Set by systemd on the groups of units with {@code Delegate=yes}. */
    private static final String DELEGATED = "user:delegate";

    /** Empty if control groups of version 2 are not mounted, or ours is not below what is. */
    static Optional<OwnGroup> find() throws IOException {
        return find(text("/proc/self/mountinfo"), text("/proc/self/cgroup"));
    }

    private static String text(String file) throws IOException {
        return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    }

    static Optional<OwnGroup> find(String mounts, String groups) {
        Optional<String> name = groups.lines()
                .filter(line -> line.startsWith(OURS))
                .map(line -> line.substring(OURS.length()))
                .findFirst();
        return name.flatMap(known -> mounts.lines()
                .filter(line -> line.contains(" - cgroup2 "))
                .flatMap(line -> below(line.split(" "), Path.of(known)).stream())
                .findFirst());
    }

    /** In a line of mountinfo, the fourth word is what is mounted and the fifth is where. */
    private static Optional<OwnGroup> below(String[] mount, Path name) {
        Path mounted = Path.of(mount[3]);
        if (!name.startsWith(mounted) || !name.equals(name.normalize())) {
            return Optional.empty();
        }
        Path relative = mounted.relativize(name);
        return Optional.of(new OwnGroup(
                new ControlGroup(Path.of(mount[4]).resolve(relative)),
                relative.toString().isEmpty()));
    }

    /** Whether nobody else arranges what is below it. An ordinary user owns only what was given to him. */
    boolean isOurs(boolean root) throws IOException {
        return root ? top || isDelegated() : Account.owner(group.path()) == Account.ours();
    }

    private boolean isDelegated() {
        try {
            return new String((byte[]) Files.getAttribute(group.path(), DELEGATED), StandardCharsets.US_ASCII)
                    .equals("1");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException no) {
            return false;
        }
    }
}
