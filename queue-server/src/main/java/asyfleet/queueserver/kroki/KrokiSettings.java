package asyfleet.queueserver.kroki;

import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.ValueType;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of Kroki's URLs.
 *
 * @param aliases types of diagrams that are drawn by Asymptote here, beside its own names
 * @param upstream the Kroki server that draws all other types, without a slash at its end
 */
public record KrokiSettings(Set<String> aliases, Optional<URI> upstream) {

    /** Kroki's URLs with the names of Asymptote alone. */
    public static final KrokiSettings PLAIN = new KrokiSettings(Set.of(), Optional.empty());

    private static final Setting<List<String>> ALIASES = Setting.of(
                    "--kroki-aliases",
                    "ASYFLEET_KROKI_ALIASES",
                    ValueType.listOf(ValueType.of("type", KrokiTypes::alias)),
                    "Types of diagrams that Kroki's URLs draw with Asymptote, beside asymptote and asy; for clients that"
                            + " know a fixed list of types")
            .byDefault("");

    private static final Setting<Optional<URI>> UPSTREAM = Setting.of(
                    "--kroki-upstream",
                    "ASYFLEET_KROKI_UPSTREAM",
                    ValueType.of("url", KrokiSettings::upstream),
                    "A Kroki server that draws all other types of diagrams, such as http://127.0.0.1:8000")
            .optional();

    /** The list that help, docs and checks derive from. */
    public static final List<Setting<?>> SETTINGS = List.of(ALIASES, UPSTREAM);

    public KrokiSettings {
        aliases = Set.copyOf(aliases);
    }

    public static KrokiSettings read(SettingValues values) {
        return new KrokiSettings(Set.copyOf(values.get(ALIASES)), values.get(UPSTREAM));
    }

    private static URI upstream(String text) {
        URI uri = ValueType.uri("http", "https").parse().apply(text);
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("expected a URL with a host and no password");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("expected a URL without a query or fragment");
        }
        return URI.create(text.replaceFirst("/+$", ""));
    }
}
