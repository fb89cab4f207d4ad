package asyfleet.config;

import asyfleet.logging.LogFormat;
import asyfleet.logging.LogStyle;
import java.util.List;
import java.util.Optional;
import org.slf4j.event.Level;

/** The settings of the log, which every program has in addition to its own. */
final class LogSettings {

    private static final Setting<Optional<Level>> LEVEL = Setting.of(
                    "--log-level", "ASYFLEET_LOG_LEVEL", ValueType.oneOf(Level.class), "The least grave events to log")
            .optional();

    private static final Setting<LogFormat> FORMAT = Setting.of(
                    "--log-format",
                    "ASYFLEET_LOG_FORMAT",
                    ValueType.oneOf(LogFormat.class),
                    "Lines for people, or one JSON object on each line")
            .byDefault("text");

    static final List<Setting<?>> ALL = List.of(LEVEL, FORMAT);

    private LogSettings() {}

    /** From now on the process logs like that, in the name of the service. */
    static void use(String service, SettingValues values) {
        LogStyle style = LogStyle.current().of(service).as(values.get(FORMAT));
        values.get(LEVEL).map(style::from).orElse(style).use();
    }
}
