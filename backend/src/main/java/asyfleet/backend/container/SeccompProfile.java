package asyfleet.backend.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The seccomp profile for the container of a backend, as Docker, Podman and Kubernetes read it: the ordinary calls and
 * those that {@linkplain CellCall open a cell}. Tasks have the stricter filter of the sandbox in addition.
 */
public final class SeccompProfile {

    private static final String ORDINARY = "ordinary-calls.txt";
    private static final String ALLOW = "SCMP_ACT_ALLOW";
    private static final String REFUSE = "SCMP_ACT_ERRNO";
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int AF_ALG = 38;

    private SeccompProfile() {}

    /** The file {@code deploy/seccomp/asyfleet-backend.json}. */
    public static String json() {
        ObjectNode profile = JsonMapper.shared().createObjectNode();
        profile.put("defaultAction", REFUSE).put("defaultErrnoRet", EPERM);
        profile.putArray("architectures").add("SCMP_ARCH_X86_64").add("SCMP_ARCH_AARCH64");
        ArrayNode rules = profile.putArray("syscalls");
        rule(rules, "ordinary programs", ordinary(), ALLOW);
        for (CellCall call : CellCall.values()) {
            rule(rules, call.reason(), List.of(call.wire()), ALLOW);
        }
        rule(rules, "threads of programs on x86-64", List.of("arch_prctl"), ALLOW);
        argument(rule(rules, "no sockets of the kernel's cryptography", List.of("socket"), ALLOW), "LT", AF_ALG);
        argument(rule(rules, "the ordinary personality", List.of("personality"), ALLOW), "EQ", 0);
        // After this answer libc uses clone, whose flags a filter can see.
        rule(rules, "programs use clone instead", List.of("clone3"), REFUSE).put("errnoRet", ENOSYS);
        return profile.toPrettyString() + "\n";
    }

    private static ObjectNode rule(ArrayNode rules, String comment, List<String> names, String action) {
        ObjectNode rule = rules.addObject().put("comment", comment);
        names.forEach(rule.putArray("names")::add);
        return rule.put("action", action);
    }

    private static void argument(ObjectNode rule, String comparison, int value) {
        rule.putArray("args").addObject().put("index", 0).put("value", value).put("op", "SCMP_CMP_" + comparison);
    }

    private static List<String> ordinary() {
        try (InputStream names = SeccompProfile.class.getResourceAsStream(ORDINARY)) {
            return new String(names.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
