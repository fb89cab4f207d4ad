package asyfleet.config;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One thing an operator may set, as data: a flag, an environment variable, a type, a description, and what holds when
 * neither is given. A setting is required until {@link #byDefault} or {@link #optional} says otherwise.
 */
public final class Setting<T> {

    private final Names names;
    private final ValueType<T> type;
    private final String description;
    private final Unset<T> unset;

    private Setting(Names names, ValueType<T> type, String description, Unset<T> unset) {
        this.names = names;
        this.type = type;
        this.description = description;
        this.unset = unset;
    }

    /**
     * @param flag with its dashes, as in {@code --max-queue-size}
     * @param variable as in {@code MAX_QUEUE_SIZE}
     * @param description one sentence without a full stop; it may not contain a {@code |}
     */
    public static <T> Setting<T> of(String flag, String variable, ValueType<T> type, String description) {
        return new Setting<>(new Names(flag, variable), type, description, new Unset<>("required", false, () -> null));
    }

    /** The value that holds when nothing is given. A default that does not parse is a bug and throws here. */
    public Setting<T> byDefault(String text) {
        T value = type.parse().apply(text);
        return new Setting<>(names, type, description, new Unset<>(text, true, () -> value));
    }

    /** The same setting, which may be left out. */
    public Setting<Optional<T>> optional() {
        ValueType<Optional<T>> optionalType =
                new ValueType<>(type.label(), type.secret(), type.parse().andThen(Optional::of));
        return new Setting<>(names, optionalType, description, new Unset<>("optional", false, Optional::empty));
    }

    public String flag() {
        return names.flag;
    }

    public String variable() {
        return names.variable;
    }

    public String description() {
        return description;
    }

    ValueType<T> type() {
        return type;
    }

    /** The default, for the help text. */
    String defaultInHelp() {
        return unset.isText ? "default: " + unset.shown : unset.shown;
    }

    /** The same for the documentation. */
    String defaultInMarkdown() {
        return unset.isText ? "`" + unset.shown + "`" : unset.shown;
    }

    /** The value when nothing is given, or empty if something must be. */
    Optional<T> valueWhenUnset() {
        return Optional.ofNullable(unset.value.get());
    }

    @Override
    public String toString() {
        return names.flag + " (" + names.variable + ")";
    }

    private record Names(String flag, String variable) {
        Names {
            if (!flag.matches("--[a-z][a-z0-9-]*") || !variable.matches("[A-Z][A-Z0-9_]*")) {
                throw new IllegalArgumentException(
                        "bad setting names " + flag + ", " + variable + ": expected --lower-case and UPPER_CASE");
            }
        }
    }

    /**
     * The value that holds when nothing is given.
     *
     * @param isText whether {@code shown} could be given as a value
     */
    private record Unset<T>(String shown, boolean isText, Supplier<T> value) {}
}
