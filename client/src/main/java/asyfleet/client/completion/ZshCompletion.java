package asyfleet.client.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The completion script for zsh. Its first line is for {@code compinit}, which finds the script in a directory of
 * {@code fpath}; it can also be sourced. One function for each command; that of a command with commands hands over.
 */
final class ZshCompletion {

    private final StringBuilder script = new StringBuilder("#compdef asyfleet\n\n");

    private ZshCompletion() {}

    static String of(CommandLine commands) {
        ZshCompletion zsh = new ZshCompletion();
        zsh.function("_asyfleet", commands);
        // As a function of fpath it is called by its name, and must complete at once.
        zsh.script.append("if [[ \"${funcstack[1]}\" == _asyfleet ]]; then\n  _asyfleet \"$@\"\nelse\n"
                + "  compdef _asyfleet asyfleet\nfi\n");
        return zsh.script.toString();
    }

    private void function(String name, CommandLine command) {
        Map<String, CommandLine> inner = command.getSubcommands();
        inner.forEach((word, one) -> function(name + "_" + word.replace('-', '_'), one));
        script.append(name).append("() {\n");
        if (inner.isEmpty()) {
            script.append("  _arguments -s").append(options(command)).append(" '*:file:_files'\n");
        } else {
            handOver(name, inner);
        }
        script.append("}\n\n");
    }

    /** The first word is one of the commands; the rest is completed by its function. */
    private void handOver(String name, Map<String, CommandLine> inner) {
        script.append("  local -a commands=(\n");
        inner.forEach((word, one) -> script.append("    '" + word + ":" + about(description(one)) + "'\n"));
        script.append("  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n")
                .append("  shift words\n  ((CURRENT--))\n  case \"${words[1]}\" in\n");
        inner.keySet()
                .forEach(word -> script.append("    " + word + ") " + name + "_" + word.replace('-', '_') + " ;;\n"));
        script.append("    *) _files ;;\n  esac\n");
    }

    private static String[] description(CommandLine command) {
        return command.getCommandSpec().usageMessage().description();
    }

    private static String options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(ZshCompletion::option)
                .collect(Collectors.joining());
    }

    /** All names of an option exclude each other. */
    private static String option(OptionSpec option) {
        List<String> names = Arrays.asList(option.names());
        boolean valued = option.arity().max() > 0;
        String value = valued ? ":" + about(option.paramLabel()) + ":_files" : "";
        String others = names.size() > 1 ? "(" + String.join(" ", names) + ")" : "";
        return names.stream()
                .map(name -> " \\\n    '" + others + name + "[" + about(option.description()) + "]" + value + "'")
                .collect(Collectors.joining());
    }

    /** Without the signs that have a meaning in a specification. */
    private static String about(String... words) {
        return words.length == 0
                ? ""
                : words[0].replaceAll("\\(\\$\\{.*?\\}\\)|['\\\\\\[\\]]", "").strip();
    }
}
