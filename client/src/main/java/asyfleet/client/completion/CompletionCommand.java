package asyfleet.client.completion;

import asyfleet.client.command.UserStreams;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code asyfleet completion}: prints a script for a shell. */
@Command(
        name = "completion",
        description = "Prints a script by which a shell completes commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(asyfleet completion bash)       in ~/.bashrc, and likewise zsh in ~/.zshrc",
            "  asyfleet completion fish > ~/.config/fish/completions/asyfleet.fish"
        })
public final class CompletionCommand implements Callable<Integer> {

    /** The shells that are known. */
    enum ShellKind {
        BASH,
        ZSH,
        FISH
    }

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private ShellKind shell;

    @Option(names = "--more", split = ",", hidden = true, description = "Commands of the launcher.")
    private List<String> more = List.of();

    @Spec
    private CommandSpec spec;

    private final UserStreams streams;

    private CompletionCommand(UserStreams streams) {
        this.streams = streams;
    }

    public static CommandLine create(UserStreams streams) {
        return new CommandLine(new CompletionCommand(streams)).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() {
        CommandLine all = new CommandLine(CommandSpec.create().name("asyfleet"));
        spec.root().subcommands().forEach(all::addSubcommand);
        more.stream()
                .filter(name -> !all.getSubcommands().containsKey(name))
                .forEach(name -> all.addSubcommand(name, new CommandLine(CommandSpec.create())));
        streams.out().print(shell == ShellKind.FISH ? FishCompletion.of(all) : AutoComplete.bash("asyfleet", all));
        return 0;
    }
}
