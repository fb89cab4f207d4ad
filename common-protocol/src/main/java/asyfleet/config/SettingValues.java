package asyfleet.config;

import java.util.Map;

/** The checked values of one {@link SettingsSpec}: every setting of the list has one. */
public final class SettingValues {

    private final Map<Setting<?>, Object> values;

    SettingValues(Map<Setting<?>, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** Asking for a setting that the list does not declare is a bug. */
    public <T> T get(Setting<T> setting) {
        Object value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException("setting " + setting + " is not in the list that was read");
        }
        @SuppressWarnings("unchecked") // SettingsParser stores under each setting what that setting's type parsed
        T typed = (T) value;
        return typed;
    }
}
