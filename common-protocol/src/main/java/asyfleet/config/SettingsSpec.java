package asyfleet.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/** The settings of one service: their list, the rules between them, and everything that is derived from the list. */
public final class SettingsSpec {

    private final String service;
    private final String summary;
    private final List<Setting<?>> settings;
    private final List<Rule<?, ?>> rules;
    private final Optional<Setting<?>> argument;
    private final List<String> examples;

    private SettingsSpec(
            String service,
            String summary,
            List<Setting<?>> settings,
            List<Rule<?, ?>> rules,
            Optional<Setting<?>> argument,
            List<String> examples) {
        this.service = service;
        this.summary = summary;
        this.settings = List.copyOf(settings);
        this.rules = List.copyOf(rules);
        this.argument = argument;
        this.examples = List.copyOf(examples);
        requireDistinctNames();
    }

    /**
     * @param service the name of the command, such as {@code queue-server}
     * @param summary one line for the top of the help text
     */
    public static SettingsSpec of(String service, String summary, List<Setting<?>> settings) {
        return new SettingsSpec(service, summary, settings, List.of(), Optional.empty(), List.of());
    }

    /** Adds a rule between two settings, checked once both parse on their own. */
    public <A, B> SettingsSpec where(Setting<A> first, Setting<B> second, BiPredicate<A, B> holds, String mistake) {
        List<Rule<?, ?>> more = new ArrayList<>(rules);
        more.add(new Rule<>(first, second, holds, mistake));
        return new SettingsSpec(service, summary, settings, more, argument, examples);
    }

    /** Lets the value of one setting stand alone, without its flag, wherever it is. */
    public SettingsSpec withArgument(Setting<?> setting) {
        return new SettingsSpec(service, summary, settings, rules, Optional.of(setting), examples);
    }

    /** The same settings, for a command of its own. */
    public SettingsSpec forCommand(String command, String itsSummary) {
        return new SettingsSpec(service + " " + command, itsSummary, settings, rules, argument, List.of(""));
    }

    /** Ends the help text with these command lines; each is what follows {@code asyfleet} and the service. */
    public SettingsSpec withExamples(String... arguments) {
        return new SettingsSpec(service, summary, settings, rules, argument, List.of(arguments));
    }

    /**
     * Reads every setting: from its flag, else its variable (an empty one counts as not set), else the file that {@code
     * --config} names, else its default.
     *
     * @throws SettingsException with all mistakes
     */
    public SettingValues read(List<String> args, Map<String, String> environment) {
        return new SettingsParser(this).read(args, environment);
    }

    public String service() {
        return service;
    }

    public String summary() {
        return summary;
    }

    List<String> examples() {
        return examples;
    }

    public List<Setting<?>> settings() {
        return settings;
    }

    /** Its settings, and those that every program has. */
    List<Setting<?>> withCommon() {
        List<Setting<?>> all = new ArrayList<>(settings);
        all.addAll(LogSettings.ALL);
        all.addAll(TraceSettings.ALL);
        return all;
    }

    /** From now on the process logs and exports spans as the values say, in the name of this service. */
    public void useCommon(SettingValues values) {
        String name = service.replace(' ', '-');
        LogSettings.use(name, values);
        TraceSettings.use(name, values);
    }

    public boolean asksForHelp(List<String> args) {
        return new SettingsParser(this).asksForHelp(args);
    }

    public String help() {
        return new SettingsParser(this).help();
    }

    /** The table that {@code docs/settings.md} holds under this service's heading. */
    public String markdownTable() {
        StringBuilder table =
                new StringBuilder("| flag | variable | value | default | meaning |\n|---|---|---|---|---|\n");
        for (Setting<?> setting : settings) {
            table.append("| `%s` | `%s` | %s | %s | %s |\n"
                    .formatted(
                            setting.flag(),
                            setting.variable(),
                            setting.type().label().replace("|", ", "),
                            setting.defaultInMarkdown(),
                            setting.description()));
        }
        return table.toString();
    }

    Optional<Setting<?>> argument() {
        return argument;
    }

    List<Rule<?, ?>> rules() {
        return rules;
    }

    private void requireDistinctNames() {
        Set<String> seen = new HashSet<>();
        for (Setting<?> setting : settings) {
            if (!seen.add(setting.flag()) || !seen.add(setting.variable())) {
                throw new IllegalArgumentException(service + " declares " + setting + " twice");
            }
        }
    }

    /** A rule between two settings. */
    record Rule<A, B>(Setting<A> first, Setting<B> second, BiPredicate<A, B> holds, String mistake) {}
}
