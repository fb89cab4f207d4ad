package asyfleet.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Settings as an operator would give them, on free ports. */
public final class TestSettings {

    private TestSettings() {}

    public static SchedulerSettings of(String redis, String... flags) {
        List<String> all = new ArrayList<>(List.of("--redis", redis, "--port", "0"));
        all.addAll(List.of(flags));
        return SchedulerSettings.of(SchedulerSettings.SPEC.read(all, Map.of()));
    }
}
