package asyfleet.lab.mutate;

import asyfleet.config.HelpOption;
import asyfleet.lab.mutate.MavenTests.TestRun;
import asyfleet.lab.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code asyfleet mutate}: makes mistakes in a copy of the code, one at a time, and shows which tests notice. */
@Command(
        name = "mutate",
        description = "Breaks each promise once in a copy of the code, and shows which test notices.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet mutate                             all of them; an hour",
            "  asyfleet mutate double-answer"
        })
public final class MutateCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Parameters(paramLabel = "NAME", description = "Only these mutations of lab/mutations; all unless given.")
    private List<String> names = List.of();

    @Option(names = "--root", defaultValue = ".", description = "The checkout (${DEFAULT-VALUE}).")
    private Path root;

    @Option(names = "--maven", defaultValue = "mvn", description = "The command that is Maven (${DEFAULT-VALUE}).")
    private String maven;

    @Option(names = "--maven-arg", description = "An argument for every run of Maven, such as --offline.")
    private List<String> mavenArguments = new ArrayList<>();

    @Option(names = "--list", description = "List the mutations and do nothing.")
    private boolean list;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;

    public MutateCommand(PrintStream out) {
        this.out = out;
    }

    /** Exit code 1 if a mutation survived or could not be tried. */
    @Override
    public Integer call() throws IOException {
        List<Mutation> mutations = chosen();
        if (list) {
            mutations.forEach(mutation -> out.println(mutation.name() + ": " + mutation.promise()));
            return 0;
        }
        Path checkout = root.toAbsolutePath().normalize();
        CheckoutCopy copy = CheckoutCopy.of(checkout, checkout.resolve("target/mutate"));
        mavenArguments.add(0, maven);
        MavenTests tests = new MavenTests(copy.root(), mavenArguments);
        out.println("without a mutation: running the tests that are expected to notice");
        TestRun before = tests.run(mutations.stream().map(Mutation::test).collect(Collectors.toSet()));
        if (!before.passed()) {
            out.println(before.output());
            out.println("The tests fail already without a mutation: " + before.failedTests());
            return 1;
        }
        return tryAll(mutations, copy, tests);
    }

    private List<Mutation> chosen() {
        List<Mutation> all = Mutation.all(root);
        List<String> unknown = new ArrayList<>(new LinkedHashSet<>(names));
        all.forEach(mutation -> unknown.remove(mutation.name()));
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "no mutation is called " + unknown + "; mutate --list names them all");
        }
        return names.isEmpty()
                ? all
                : all.stream()
                        .filter(mutation -> names.contains(mutation.name()))
                        .toList();
    }

    private int tryAll(List<Mutation> mutations, CheckoutCopy copy, MavenTests tests) throws IOException {
        TextTable table = new TextTable("mutation", "outcome", "noticed by");
        int caught = 0;
        for (Mutation mutation : mutations) {
            String before = mutation.read(copy.root());
            copy.apply(mutation);
            TestRun run;
            try {
                run = tests.run(List.of(mutation.test()));
            } finally {
                copy.restore(mutation, before);
            }
            String outcome = outcome(run);
            caught += outcome.equals("caught") ? 1 : 0;
            table.row(mutation.name(), outcome, noticedBy(mutation, run));
            out.println(mutation.name() + ": " + outcome + " " + run.failedTests());
        }
        out.println();
        out.print(table);
        out.printf("%d of %d caught%n", caught, mutations.size());
        return caught == mutations.size() ? 0 : 1;
    }

    private static String outcome(TestRun run) {
        if (!run.compiled()) {
            return "does not compile";
        }
        if (run.passed()) {
            return "SURVIVED";
        }
        return run.failedTests().isEmpty() ? "no test ended" : "caught";
    }

    private static String noticedBy(Mutation mutation, TestRun run) {
        String test = mutation.test().name();
        return run.failedTests().isEmpty() ? test : test + ": " + String.join(", ", run.failedTests());
    }
}
