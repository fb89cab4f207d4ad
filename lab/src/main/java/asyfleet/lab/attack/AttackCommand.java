package asyfleet.lab.attack;

import asyfleet.config.HelpOption;
import java.io.PrintStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code asyfleet attack}: attacks a fleet of its own, or one that runs. */
@Command(
        name = "attack",
        description = {
            "Attacks a fleet with hostile programs and hostile clients, and says what was seen of each attack.",
            "Without --server it starts a small fleet on this machine, attacks it and ends it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything held", "1:something did not", "2:the command line is wrong"},
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet attack                             a fleet that is started for it")
public final class AttackCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "A fleet that runs and has nothing else to do, such as ws://127.0.0.1:8080. "
                    + "What it leaves behind and its memory are not looked at.")
    private String server;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only attacks that have it in them.")
    private String only;

    private final PrintStream out;

    public AttackCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (server != null) {
            try (TargetFleet fleet = TargetFleet.at(server)) {
                return attack(fleet);
            }
        }
        try (AttackedProcesses own = AttackedProcesses.start();
                TargetFleet fleet = own.target()) {
            return attack(fleet);
        }
    }

    private int attack(TargetFleet fleet) throws InterruptedException {
        Set<String> broken =
                new AttackRun(fleet, out).run(EnumSet.allOf(AttackGroup.class), name -> name.contains(only));
        return broken.isEmpty() ? 0 : 1;
    }
}
