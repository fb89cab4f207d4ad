package asyfleet.backend;

import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.backend.warm.WarmStart;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attacks on the very cells that tasks get, those with waiting programs and those without. */
final class SandboxProof {

    private SandboxProof() {}

    /** How the attacks went, by the kind of cell. Blocks for some seconds. */
    static Map<String, List<SelfTest.Outcome>> attack(WarmStart warm, StateDirectory state) throws IOException {
        Map<String, Sandbox> kinds = new LinkedHashMap<>();
        warm.preloaded(Format.SVG).ifPresent(preloaded -> kinds.put("cells in which programs wait", preloaded));
        kinds.put("cells in which nothing waits", warm.sandbox());
        Iterator<List<SelfTest.Outcome>> outcomes =
                SelfTest.run(List.copyOf(kinds.values()), state).iterator();
        Map<String, List<SelfTest.Outcome>> byKind = new LinkedHashMap<>();
        kinds.keySet().forEach(kind -> byKind.put(kind, outcomes.next()));
        return byKind;
    }
}
