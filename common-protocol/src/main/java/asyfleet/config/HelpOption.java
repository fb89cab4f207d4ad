package asyfleet.config;

import picocli.CommandLine.Option;

/** The options {@code -h} and {@code --help}, as a mixin: each command of a program answers to them. */
public final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean asked;
}
