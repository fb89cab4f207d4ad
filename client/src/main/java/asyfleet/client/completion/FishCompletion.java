package asyfleet.client.completion;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish, which picocli does not write. */
final class FishCompletion {

    private FishCompletion() {}

    static String of(CommandLine commands) {
        StringBuilder script = new StringBuilder("complete -c asyfleet -n __fish_use_subcommand -f\n");
        for (Map.Entry<String, CommandLine> command : commands.getSubcommands().entrySet()) {
            String[] words = command.getValue().getCommandSpec().usageMessage().description();
            line(script, "__fish_use_subcommand", "-a " + command.getKey(), words);
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                if (!option.hidden()) {
                    String seen = "'__fish_seen_subcommand_from " + command.getKey() + "'";
                    line(script, seen, names(option), option.description());
                }
            }
        }
        return script.toString();
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
