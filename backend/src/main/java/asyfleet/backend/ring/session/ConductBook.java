package asyfleet.backend.ring.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The conduct of all runners, by the name they give: who was sent out does not come back by connecting again. Synchronized,
 * because several sessions may have the same name. Holds as many names as there may be; the one that was quiet for longest
 * is forgotten first.
 */
public final class ConductBook {

    private static final int MOST_NAMES = 1000;

    private final boolean banning;
    private final Map<String, Conduct> conducts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Conduct> eldest) {
            return size() > MOST_NAMES;
        }
    };

    /** @param banning otherwise every runner is always eligible */
    public ConductBook(boolean banning) {
        this.banning = banning;
    }

    synchronized void record(RunnerId runner, boolean success) {
        of(runner).record(success);
    }

    synchronized Conduct.Verdict judge(RunnerId runner, int running) {
        return banning ? of(runner).judge(running) : Conduct.Verdict.ELIGIBLE;
    }

    private Conduct of(RunnerId runner) {
        return conducts.computeIfAbsent(runner.name(), name -> new Conduct());
    }
}
