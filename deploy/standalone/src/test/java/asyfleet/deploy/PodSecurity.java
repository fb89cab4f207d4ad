package asyfleet.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The rules of Kubernetes' Pod Security Standards, as far as pods of this product could break them. */
final class PodSecurity {

    private static final Set<String> VOLUMES = Set.of(
            "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret");

    private final List<String> breaches = new ArrayList<>();
    private final JsonNode pod;
    private final JsonNode spec;

    private PodSecurity(JsonNode pod) {
        this.pod = pod;
        this.spec = pod.path("spec");
    }

    /** The rules of the standard "baseline" that a pod breaks. */
    static List<String> baseline(JsonNode pod) {
        PodSecurity check = new PodSecurity(pod);
        check.baseline();
        return check.breaches;
    }

    /** The rules of the standard "restricted" that a pod breaks. */
    static List<String> restricted(JsonNode pod) {
        PodSecurity check = new PodSecurity(pod);
        check.baseline();
        check.restricted();
        return check.breaches;
    }

    private void baseline() {
        for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
            demand(!spec.path(field).asBoolean(false), field);
        }
        for (JsonNode volume : Chart.elements(spec.path("volumes"))) {
            demand(volume.path("hostPath").isMissingNode(), "hostPath");
        }
        boolean ownUsers = !spec.path("hostUsers").asBoolean(true);
        for (JsonNode context : contexts()) {
            demand(!context.path("privileged").asBoolean(false), "privileged");
            demand(!seccomp(context).equals("Unconfined"), "seccomp Unconfined");
            demand(!context.at("/appArmorProfile/type").asString("").equals("Unconfined"), "AppArmor Unconfined");
            demand(ownUsers || !context.path("procMount").asString("").equals("Unmasked"), "procMount Unmasked");
        }
        for (JsonNode container : Chart.containers(pod)) {
            demand(container.at("/securityContext/capabilities/add").isMissingNode(), "added capabilities");
            container.findValues("hostPort").forEach(port -> demand(false, "hostPort"));
        }
    }

    private void restricted() {
        for (JsonNode volume : Chart.elements(spec.path("volumes"))) {
            volume.propertyNames().stream()
                    .filter(type -> !type.equals("name"))
                    .forEach(type -> demand(VOLUMES.contains(type), "volume " + type));
        }
        for (JsonNode context : contexts()) {
            demand(context.path("runAsUser").asInt(1) != 0, "runAsUser 0");
        }
        JsonNode whole = spec.path("securityContext");
        for (JsonNode container : Chart.containers(pod)) {
            JsonNode context = container.path("securityContext");
            demand(!context.path("allowPrivilegeEscalation").asBoolean(true), "allowPrivilegeEscalation");
            demand(context.at("/capabilities/drop/0").asString("").equals("ALL"), "capabilities not dropped");
            demand(!context.path("procMount").asString("").equals("Unmasked"), "procMount Unmasked");
            demand(
                    context.path("runAsNonRoot")
                            .asBoolean(whole.path("runAsNonRoot").asBoolean(false)),
                    "runAsNonRoot");
            String own = seccomp(context);
            demand(
                    List.of("RuntimeDefault", "Localhost").contains(own.isEmpty() ? seccomp(whole) : own),
                    "no seccomp profile");
        }
    }

    private List<JsonNode> contexts() {
        List<JsonNode> contexts = new ArrayList<>(List.of(spec.path("securityContext")));
        Chart.containers(pod).forEach(container -> contexts.add(container.path("securityContext")));
        return contexts;
    }

    private static String seccomp(JsonNode context) {
        return context.at("/seccompProfile/type").asString("");
    }

    private void demand(boolean held, String rule) {
        if (!held) {
            breaches.add(rule);
        }
    }
}
