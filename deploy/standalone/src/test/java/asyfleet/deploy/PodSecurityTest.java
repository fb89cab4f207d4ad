package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules by which pods of the chart are judged, each with a pod that breaks it. */
final class PodSecurityTest {

    private static final String POD = """
            spec:
              securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
              initContainers:
                - name: first
                  securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
              containers:
                - name: main
                  ports: [{containerPort: 80}]
                  securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
              volumes: [{name: tmp, emptyDir: {}}]
            """;

    @Test
    void aPodThatKeepsAllRulesPasses() {
        assertEquals(List.of(), restricted(POD));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "runAsUser: 10001       | runAsUser: 0                              | runAsUser 0",
                "runAsNonRoot: true     | runAsNonRoot: false                       | runAsNonRoot",
                "RuntimeDefault         | Unconfined                                | seccomp Unconfined",
                "emptyDir: {}           | 'nfs: {server: x, path: /}'               | volume nfs",
                "emptyDir: {}           | 'hostPath: {path: /}'                     | hostPath",
                "containerPort: 80      | 'containerPort: 80, hostPort: 80'         | hostPort",
                "drop: [ALL]            | 'drop: [ALL], add: [SYS_ADMIN]'           | added capabilities",
                "drop: [ALL]            | drop: [KILL]                              | capabilities not dropped",
                "allowPrivilegeEscalation: false | privileged: true                 | privileged",
                "allowPrivilegeEscalation: false | 'allowPrivilegeEscalation: false, runAsUser: 0' | runAsUser 0",
                "allowPrivilegeEscalation: false | 'allowPrivilegeEscalation: false, runAsNonRoot: false' | runAsNonRoot",
                "allowPrivilegeEscalation: false | procMount: Unmasked              | procMount Unmasked"
            })
    void aPodThatBreaksARuleInItsFirstContainerIsFound(String whole, String broken, String rule) {
        List<String> breaches = restricted(POD.replaceFirst(java.util.regex.Pattern.quote(whole), broken));
        assertTrue(breaches.contains(rule), breaches::toString);
    }

    private static List<String> restricted(String pod) {
        return PodSecurity.restricted(Chart.objects(pod).get(0));
    }
}
