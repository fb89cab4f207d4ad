package asyfleet.client.completion;

import asyfleet.client.command.UserStreams;
import asyfleet.config.HelpOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  asyfleet completion fish > ~/.config/fish/completions/asyfleet.fish",
            "  asyfleet completion man > ~/.local/share/man/man1/asyfleet.1",
            "  source <(asyfleet completion bash)    in ~/.bashrc",
            "  source <(asyfleet completion zsh)     in ~/.zshrc, after compinit; or as _asyfleet in a directory of fpath"
        })
public final class CompletionCommand implements Callable<Integer> {

    /** The shells that are known. */
    enum ShellKind {
        BASH,
        ZSH,
        FISH,
        /** No shell: the manual page, which is made of the same descriptions. */
        MAN
    }

    @Mixin
    private HelpOption help;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish; man prints the manual page.")
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
        streams.out().print(script(all));
        return 0;
    }

    private String script(CommandLine all) {
        return switch (shell) {
            case BASH -> AutoComplete.bash("asyfleet", all);
            case ZSH -> ZshCompletion.of(all);
            case FISH -> FishCompletion.of(all);
            case MAN -> ManPage.of(all);
        };
    }
}
