package asyfleet.config;

import java.util.function.Function;

/**
 * A service that {@link ServiceMain} can run.
 *
 * @param reader makes the service's own record of the checked values
 * @param starter starts the service; throws {@link StartFailure} when the world outside does not let it
 */
public record Service<S>(
        SettingsSpec spec, Function<SettingValues, S> reader, Function<S, ? extends RunningService> starter) {

    String name() {
        return spec.service();
    }

    RunningService start(SettingValues values) {
        return starter.apply(reader.apply(values));
    }
}
