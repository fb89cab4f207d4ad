package asyfleet.ring.link;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.ValueType;
import asyfleet.ring.protocol.ManagerMessage;
import asyfleet.ring.protocol.RingLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings that managers and runners have in common. */
public final class RingOptions {

    private final Setting<String> group = Setting.of(
                    "--group",
                    "ASYFLEET_RING_GROUP",
                    name(),
                    "Name of the group; a manager and its runners have the same")
            .byDefault("__defaulte__");

    private final Setting<Boolean> scripts = Setting.of(
                    "--allow-scripts",
                    "ASYFLEET_RING_ALLOW_SCRIPTS",
                    ValueType.bool(),
                    "Also .sh (bash) and .m (Octave) jobs, which run in the same sandbox; to be set at both ends")
            .byDefault("false");

    private final Setting<Optional<Secret>> secret = Setting.of(
                    "--secret",
                    "ASYFLEET_RING_SECRET",
                    ValueType.secretText(),
                    "Secret that both ends must know; other programs know nothing of it")
            .optional();

    private final Setting<Duration> quiet = Setting.of(
                    "--quiet",
                    "ASYFLEET_RING_QUIET",
                    ValueType.duration(),
                    "Pause after which a message whose end cannot be seen is complete; our own two ends need it for no"
                            + " job")
            .byDefault("50ms");

    /** The type of a name that the protocol can carry. */
    public static ValueType<String> name() {
        return ValueType.of("name", text -> new ManagerMessage.Group(text).name());
    }

    public List<Setting<?>> settings() {
        return List.of(group, scripts, secret, quiet);
    }

    public String group(SettingValues values) {
        return values.get(group);
    }

    public boolean scripts(SettingValues values) {
        return values.get(scripts);
    }

    public Optional<SharedSecret> secret(SettingValues values) {
        return values.get(secret).map(known -> new SharedSecret(known, LinkLimits.DEFAULT.silence()));
    }

    public LinkLimits limits(SettingValues values, RingLimits sizes) {
        return LinkLimits.DEFAULT.withSizes(sizes).withQuiet(values.get(quiet));
    }
}
