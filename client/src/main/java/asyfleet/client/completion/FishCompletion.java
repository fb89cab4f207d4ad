package asyfleet.client.completion;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish, which picocli does not write. */
final class FishCompletion {

    private FishCompletion() {}

    static String of(CommandLine commands) {
        StringBuilder script = new StringBuilder("complete -c asyfleet -n __fish_use_subcommand -f\n");
        commands.getSubcommands()
                .forEach((name, command) -> command(script, "__fish_use_subcommand", "", name, command));
        return script.toString();
    }

    /**
     * @param when the condition under which the command may come
     * @param before the condition that the command around it is there; empty if there is none
     */
    private static void command(StringBuilder script, String when, String before, String name, CommandLine command) {
        line(
                script,
                when,
                "-f -a " + name,
                command.getCommandSpec().usageMessage().description());
        String seen = before + "__fish_seen_subcommand_from " + name;
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.hidden() && !(option.inherited() && !before.isEmpty())) {
                line(script, "'" + seen + "'", names(option), option.description());
            }
        }
        Map<String, CommandLine> inner = command.getSubcommands();
        String first = "'" + seen + "; and not __fish_seen_subcommand_from " + String.join(" ", inner.keySet()) + "'";
        inner.forEach((word, one) -> command(script, first, seen + "; and ", word, one));
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        return names.append(option.arity().max() > 0 ? " -r" : "").toString().strip();
    }

    private static void line(StringBuilder script, String when, String what, String... words) {
        String about = words.length == 0
                ? ""
                : words[0].replaceAll("\\(\\$\\{.*?\\}\\)|['\\\\]", "").strip();
        script.append("complete -c asyfleet -n " + when + " " + what + (about.isEmpty() ? "" : " -d '" + about + "'"))
                .append('\n');
    }
}
