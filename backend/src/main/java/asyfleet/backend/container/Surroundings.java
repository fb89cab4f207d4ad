package asyfleet.backend.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The confinement of this process by whoever started it, as far as it decides whether cells can be opened.
 *
 * @param container the kind of container, empty outside of any
 * @param filtered whether a seccomp filter is on this process
 * @param appArmor the AppArmor profile, empty without AppArmor
 * @param procMasked whether parts of /proc are hidden or cannot be written
 * @param ownUsers whether user numbers here are not those of the machine
 * @param chroot whether / is a directory of a file system, and not one that was mounted
 */
public record Surroundings(
        Optional<String> container,
        boolean filtered,
        Optional<String> appArmor,
        boolean procMasked,
        boolean ownUsers,
        boolean chroot) {

    private static final Pattern FILTERED = Pattern.compile("^Seccomp:\\s*2$", Pattern.MULTILINE);
    private static final Pattern ALL_USERS = Pattern.compile("\\s*0\\s+0\\s+4294967295\\s*");
    private static final Pattern BELOW_PROC = Pattern.compile(" /proc/(?:sys|kcore|keys|timer_list) ");
    private static final Pattern ROOT_MOUNTED = Pattern.compile("^(?:\\S+ ){4}/ ", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("\0container=([^\0]+)");

    /** Reads them from the kernel and from the marks that container engines leave. */
    public static Surroundings here() {
        return read(Path.of("/"));
    }

    static Surroundings read(Path root) {
        String mounts = text(root, "proc/self/mountinfo");
        return new Surroundings(
                container(root),
                FILTERED.matcher(text(root, "proc/self/status")).find(),
                Optional.of(text(root, "proc/self/attr/current").strip().replace("\0", ""))
                        .filter(label -> !label.isEmpty()),
                BELOW_PROC.matcher(mounts).find(),
                !ALL_USERS.matcher(text(root, "proc/self/uid_map")).matches(),
                !mounts.isEmpty() && !ROOT_MOUNTED.matcher(mounts).find());
    }

    private static Optional<String> container(Path root) {
        String environment = "\0" + text(root, "proc/self/environ");
        Matcher named = NAMED.matcher(environment);
        if (named.find()) {
            return Optional.of(named.group(1));
        }
        if (environment.contains("\0KUBERNETES_SERVICE_HOST=")
                || text(root, "proc/self/cgroup").contains("kubepods")) {
            return Optional.of("Kubernetes");
        }
        if (Files.exists(root.resolve("run/.containerenv"))) {
            return Optional.of("Podman");
        }
        return Files.exists(root.resolve(".dockerenv")) ? Optional.of("Docker") : Optional.empty();
    }

    private static String text(Path root, String file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException none) {
            return "";
        }
    }

    /** The name of the profile in the chart and in the documents that these amount to, or in words that they are none. */
    public String profile() {
        if (!filtered) {
            return "compatible";
        }
        if (procMasked) {
            return "restricted";
        }
        return ownUsers ? "hardened" : "none of the three (a whole /proc with the user numbers of the machine)";
    }

    /** In words, for the log and for {@code doctor}. */
    public String describe() {
        return "%s, %s, %s, /proc %s%s%s"
                .formatted(
                        container.map(kind -> "in a container (" + kind + ")").orElse("in no container that is known"),
                        filtered ? "under a seccomp filter" : "under no seccomp filter",
                        appArmor.map(label -> "AppArmor profile " + label).orElse("no AppArmor"),
                        procMasked ? "masked" : "whole",
                        ownUsers ? ", in a user namespace" : "",
                        chroot ? ", in a chroot" : "");
    }
}
