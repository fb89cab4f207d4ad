package asyfleet.client.completion;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page of all commands, made from their own descriptions, as roff. */
final class ManPage {

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    static String of(CommandLine all) {
        ManPage man = new ManPage();
        man.macro("TH ASYFLEET 1");
        man.macro("SH NAME");
        man.text("asyfleet - renders Asymptote figures on a fleet");
        man.macro("SH SYNOPSIS");
        man.macro("B asyfleet");
        man.text("COMMAND [ARGUMENTS]");
        all.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> man.command("asyfleet", command));
        man.macro("SH SEE ALSO");
        man.macro("BR asy (1)");
        return man.page.toString();
    }

    private void command(String before, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String name = before + " " + spec.name();
        macro("SH \"" + name.toUpperCase(Locale.ROOT) + "\"");
        text(String.join(" ", spec.usageMessage().description()));
        spec.positionalParameters().stream().filter(arg -> !arg.hidden()).forEach(this::argument);
        spec.options().stream()
                .filter(option -> !option.hidden() && !option.inherited())
                .forEach(this::argument);
        String[] examples = spec.usageMessage().footer();
        if (examples.length > 0) {
            macro("PP");
            text("Examples:");
            macro("nf");
            Arrays.stream(examples).forEach(this::text);
            macro("fi");
        }
        spec.usageMessage().exitCodeList().forEach((code, meaning) -> {
            macro("TP");
            text("Exit code " + code);
            text(meaning);
        });
        command.getSubcommands().values().forEach(one -> command(name, one));
    }

    private void argument(ArgSpec argument) {
        macro("TP");
        page.append(argument instanceof OptionSpec option ? names(option) : italic(argument.paramLabel()))
                .append('\n');
        text(String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString())));
    }

    private static String names(OptionSpec option) {
        String names = Arrays.stream(option.names())
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .collect(Collectors.joining(", "));
        return option.arity().max() == 0 ? names : names + " " + italic(option.paramLabel());
    }

    private static String italic(String label) {
        return "\\fI" + escaped(label) + "\\fR";
    }

    private void macro(String line) {
        page.append('.').append(line).append('\n');
    }

    private void text(String line) {
        page.append(escaped(line)).append('\n');
    }

    /** A line that begins with a dot or an apostrophe would be a macro. */
    private static String escaped(String line) {
        String plain = line.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
