package asyfleet.ring.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The records of all runners, by machine and the name they give: who was sent out does not come back by connecting
 * again, and another machine's runner of the same name is another. Synchronized, because several sessions may be of one
 * runner. Holds as many as there may be; the one that was quiet for longest is forgotten first.
 */
public final class RunnerRecords {

    private record Key(String address, String name) {}

    private static final int MOST_NAMES = 1000;

    private final boolean banning;
    private final Map<Key, RunnerRecord> conducts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, RunnerRecord> eldest) {
            return size() > MOST_NAMES;
        }
    };

    /** @param banning otherwise every runner is always eligible */
    public RunnerRecords(boolean banning) {
        this.banning = banning;
    }

    synchronized void record(RunnerId runner, boolean success) {
        of(runner).record(success);
    }

    synchronized RunnerRecord.RunnerVerdict judge(RunnerId runner, int running) {
        return banning ? of(runner).judge(running) : RunnerRecord.RunnerVerdict.ELIGIBLE;
    }

    private RunnerRecord of(RunnerId runner) {
        return conducts.computeIfAbsent(new Key(runner.address(), runner.name()), key -> new RunnerRecord());
    }
}
