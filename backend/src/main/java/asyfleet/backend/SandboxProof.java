package asyfleet.backend;

import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.backend.warm.WarmStart;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The attacks on the very cells that tasks get, those with waiting programs and those without. */
final class SandboxProof {

    private SandboxProof() {}

    /** How the attacks went, by the kind of cell. Blocks for some seconds. */
    static Map<String, List<SelfTest.Outcome>> attack(WarmStart warm, StateDirectory state) throws IOException {
        Map<String, List<SelfTest.Outcome>> outcomes = new LinkedHashMap<>();
        Optional<Sandbox> preloaded = warm.preloaded(Format.SVG);
        if (preloaded.isPresent()) {
            outcomes.put("cells in which programs wait", SelfTest.run(preloaded.get(), state));
        }
        outcomes.put("cells in which nothing waits", SelfTest.run(warm.sandbox(), state));
        return outcomes;
    }
}
