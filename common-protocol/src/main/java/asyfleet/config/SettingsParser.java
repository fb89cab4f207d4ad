package asyfleet.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The reader of the values of a {@link SettingsSpec}. picocli splits the command line and writes the help; types, sources
 * and mistakes are handled here, because picocli stops at the first value that it cannot convert.
 */
final class SettingsParser {

    private static final String CONFIG = "--config";
    private static final String CONFIG_VARIABLE = "ASYFLEET_CONFIG";

    private final SettingsSpec spec;
    private final CommandLine commandLine;
    private final List<String> mistakes = new ArrayList<>();

    /** Flags whose use is a mistake already, so that a missing value is not also reported as a missing setting. */
    private final Set<String> misused = new HashSet<>();

    SettingsParser(SettingsSpec spec) {
        this.spec = spec;
        CommandSpec command = CommandSpec.create().name("asyfleet " + spec.service());
        command.usageMessage()
                .description(spec.summary())
                .abbreviateSynopsis(true)
                .sortOptions(false)
                .width(100)
                .footer(footer(spec));
        spec.argument().ifPresent(setting -> command.usageMessage()
                .customSynopsis("asyfleet %s [OPTIONS] [%s]".formatted(spec.service(), label(setting))));
        spec.withCommon().forEach(setting -> command.addOption(option(setting)));
        command.addOption(OptionSpec.builder(CONFIG)
                .type(String.class)
                .arity("1")
                .paramLabel("<file>")
                .description("File of settings, one 'name = value' on each line", "[" + CONFIG_VARIABLE + ", optional]")
                .build());
        command.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit")
                .build());
        commandLine = new CommandLine(command)
                .setUnmatchedArgumentsAllowed(true)
                .setExpandAtFiles(false)
                .setAllowOptionsAsOptionParameters(false);
        command.parser().collectErrors(true);
    }

    private static String[] footer(SettingsSpec spec) {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "A flag wins over its environment variable, a variable over the file, and the file over the default."));
        if (!spec.examples().isEmpty()) {
            lines.addAll(List.of("", "Examples:"));
            spec.examples().forEach(example -> lines.add("  asyfleet " + spec.service() + " " + example));
        }
        return lines.toArray(String[]::new);
    }

    private static OptionSpec option(Setting<?> setting) {
        boolean isSwitch = setting.type().isSwitch();
        return OptionSpec.builder(setting.flag())
                .type(String.class)
                .arity(isSwitch ? "0..1" : "1")
                .fallbackValue("true") // of a switch that stands alone; the others must have a value
                .paramLabel("<" + setting.type().label() + ">")
                .description(
                        escape(setting.description()),
                        "[" + setting.variable() + ", " + escape(setting.defaultInHelp()) + "]")
                .build();
    }

    private static String label(Setting<?> argument) {
        return argument.flag().substring(2).toUpperCase(Locale.ROOT);
    }

    // picocli reads descriptions as format strings.
    private static String escape(String text) {
        return text.replace("%", "%%");
    }

    String help() {
        return commandLine.getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    boolean asksForHelp(List<String> args) {
        return parse(args).isUsageHelpRequested();
    }

    SettingValues read(List<String> args, Map<String, String> environment) {
        CommandLine.ParseResult flags = parse(args);
        reportCommandLine(flags);
        ConfigFile file = configFile(flags, environment);
        mistakes.addAll(file.mistakes(spec));
        Map<Setting<?>, Object> values = new HashMap<>();
        for (Setting<?> setting : spec.withCommon()) {
            readOne(setting, flags, environment, file).ifPresent(value -> values.put(setting, value));
        }
        spec.rules().forEach(rule -> check(rule, values));
        if (!mistakes.isEmpty()) {
            throw new SettingsException(mistakes);
        }
        return new SettingValues(values);
    }

    private static ConfigFile configFile(CommandLine.ParseResult flags, Map<String, String> environment) {
        String path = flags.matchedOptionValue(CONFIG, environment.getOrDefault(CONFIG_VARIABLE, ""));
        return path.isEmpty() ? ConfigFile.none() : ConfigFile.read(Path.of(path));
    }

    private CommandLine.ParseResult parse(List<String> args) {
        List<String> all = spec.argument().isPresent() ? switchesApart(args) : args;
        return commandLine.parseArgs(all.toArray(String[]::new));
    }

    /** A switch would take the argument that follows it for its value. */
    private List<String> switchesApart(List<String> args) {
        List<String> switches = spec.settings().stream()
                .filter(setting -> setting.type().isSwitch())
                .map(Setting::flag)
                .toList();
        List<String> all = new ArrayList<>(args);
        for (int i = 0; i + 1 < all.size(); i++) {
            if (switches.contains(all.get(i)) && all.get(i + 1).matches("[0-9]+")) {
                all.set(i, all.get(i) + "=true");
            }
        }
        return all;
    }

    /** The one argument without a flag, if there is just one and it is allowed. */
    private Optional<String> argument(CommandLine.ParseResult flags) {
        return spec.argument()
                .filter(setting -> !flags.hasMatchedOption(setting.flag()))
                .filter(setting -> flags.unmatched().size() == 1)
                .map(setting -> flags.unmatched().get(0))
                .filter(arg -> !arg.startsWith("-"));
    }

    private <T> Optional<T> readOne(
            Setting<T> setting, CommandLine.ParseResult flags, Map<String, String> environment, ConfigFile file) {
        String flagged = flags.matchedOptionValue(setting.flag(), null);
        if (flagged != null) {
            return convert(setting, setting.flag(), flagged);
        }
        Optional<String> alone = argument(flags).filter(arg -> spec.argument().get() == setting);
        if (alone.isPresent()) {
            return convert(setting, label(setting), alone.get());
        }
        String fromEnvironment = environment.getOrDefault(setting.variable(), "");
        if (!fromEnvironment.isEmpty()) {
            return convert(setting, setting.variable(), fromEnvironment);
        }
        Optional<ConfigFile.Line> line = file.of(setting);
        if (line.isPresent()) {
            return convert(setting, line.get().place(), line.get().value());
        }
        Optional<T> unset = setting.valueWhenUnset();
        if (unset.isEmpty() && !misused.contains(setting.flag())) {
            mistakes.add(
                    "%s or %s must be set: %s".formatted(setting.flag(), setting.variable(), setting.description()));
        }
        return unset;
    }

    private <T> Optional<T> convert(Setting<T> setting, String source, String text) {
        try {
            return Optional.of(setting.type().parse().apply(text.strip()));
        } catch (IllegalArgumentException e) {
            String shown = setting.type().secret() ? source : source + "=" + text;
            mistakes.add(shown + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private <A, B> void check(SettingsSpec.Rule<A, B> rule, Map<Setting<?>, Object> values) {
        if (!values.containsKey(rule.first()) || !values.containsKey(rule.second())) {
            return;
        }
        SettingValues parsed = new SettingValues(values);
        if (!rule.holds().test(parsed.get(rule.first()), parsed.get(rule.second()))) {
            mistakes.add(rule.first().flag() + " and " + rule.second().flag() + ": " + rule.mistake());
        }
    }

    private void reportCommandLine(CommandLine.ParseResult flags) {
        flags.errors().forEach(this::reportMisuse);
        List<String> unknownFlags =
                flags.unmatched().stream().filter(arg -> arg.startsWith("-")).toList();
        unknownFlags.forEach(arg -> mistakes.add(unknownFlag(arg)));
        // A plain word after an unknown flag is most likely its value, and might be a secret: do not repeat it.
        if (unknownFlags.isEmpty() && argument(flags).isEmpty()) {
            flags.unmatched().forEach(arg -> mistakes.add("unexpected argument '" + arg + "': expected --flag=value"));
        }
    }

    private void reportMisuse(Exception error) {
        if (error instanceof CommandLine.MissingParameterException missing) {
            OptionSpec option = (OptionSpec) missing.getMissing().get(0);
            misused.add(option.longestName());
            mistakes.add(option.longestName() + ": expected a value, as in " + option.longestName() + "="
                    + option.paramLabel());
        } else if (error instanceof CommandLine.OverwrittenOptionException twice) {
            mistakes.add(((OptionSpec) twice.getOverwritten()).longestName() + ": given more than once");
        } else {
            mistakes.add(error.getMessage());
        }
    }

    private String unknownFlag(String arg) {
        // Without what follows the '=': it may be a secret.
        String name = arg.split("=", 2)[0];
        String suggestion = Suggestion.nearest(name, spec.withCommon().stream().map(Setting::flag))
                .map(flag -> ", did you mean " + flag + "?")
                .orElse("");
        return "unknown flag " + name + suggestion;
    }
}
