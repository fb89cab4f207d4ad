package asyfleet.lab.model;

import asyfleet.config.HelpOption;
import asyfleet.lab.model.ModelSetup.FleetSize;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet model}: visits every state of a small fleet and checks what is promised in each. */
@Command(
        name = "model",
        description = "Visits every state that a small fleet can reach, and checks the promises in each.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet model                              the usual small fleet, with one fault",
            "  asyfleet model --tasks 2 --faults 0",
            "  asyfleet model --bug double-answer          shows how a mistake is found"
        })
public final class ModelCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Option(names = "--tasks", defaultValue = "1", description = "Tasks with a waiting client (${DEFAULT-VALUE}).")
    private int tasks;

    @Option(names = "--api-tasks", defaultValue = "0", description = "Tasks of /api/tasks (${DEFAULT-VALUE}).")
    private int apiTasks;

    @Option(names = "--servers", defaultValue = "1", description = "Queue servers (${DEFAULT-VALUE}).")
    private int servers;

    @Option(names = "--schedulers", defaultValue = "2", description = "Schedulers (${DEFAULT-VALUE}).")
    private int schedulers;

    @Option(names = "--processes", defaultValue = "2", description = "Backend processes (${DEFAULT-VALUE}).")
    private int processes;

    @Option(names = "--slots", defaultValue = "1", description = "Slots of each process (${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--leaving", description = "Clients may leave at any time.")
    private boolean leaving;

    @Option(
            names = "--more-runs",
            defaultValue = "1",
            description = "How often a task whose backend was lost runs again (${DEFAULT-VALUE}).")
    private int moreRuns;

    @Option(names = "--faults", defaultValue = "1", description = "Faults in one history (${DEFAULT-VALUE}).")
    private int faults;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FAULT",
            description = "Only these kinds of faults, such as crash-server,lose-data; all unless given.")
    private List<String> only = List.of();

    @Option(names = "--most-states", defaultValue = "20000000", description = "Give up beyond (${DEFAULT-VALUE}).")
    private int mostStates;

    @Option(
            names = "--bug",
            split = ",",
            paramLabel = "NAME",
            description = "Put this mistake into the protocol; --bugs lists them.")
    private List<String> bugs = List.of();

    @Option(names = "--bugs", description = "List the mistakes that can be put in, and the promise that each breaks.")
    private boolean listBugs;

    @Spec
    private CommandSpec spec;

    /** Exit code 1 if a promise is broken. */
    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (listBugs) {
            Arrays.stream(SeededBug.values())
                    .forEach(bug -> out.println("%-22s %s%n%-22s breaks: %s"
                            .formatted(written(bug), bug.description, "", bug.breaks.text)));
            return 0;
        }
        ModelSetup setup = setup();
        long started = System.nanoTime();
        SearchResult result = ModelSearch.run(setup, mostStates);
        print(out, setup, result, (System.nanoTime() - started) / 1_000_000);
        return result.broken().isPresent() ? 1 : 0;
    }

    private static void print(PrintWriter out, ModelSetup setup, SearchResult result, long millis) {
        FleetSize size = setup.size();
        out.printf(
                "%d tasks%s, %d of /api/tasks; %d queue servers, %d schedulers, %d processes with %d slots; %d faults%n",
                size.tasks(),
                setup.leaving() ? " whose clients may leave" : "",
                size.apiTasks(),
                size.servers(),
                size.schedulers(),
                size.processes(),
                size.slots(),
                setup.faults());
        out.printf(
                "%d states, %d steps between them, none further than %d steps; %.1f s%n",
                result.states(), result.steps(), result.depth(), millis / 1000.0);
        if (result.broken().isPresent()) {
            out.print(result.broken().get().describe());
        } else {
            Arrays.stream(Promise.values()).forEach(promise -> out.println("holds: " + promise.text));
        }
        out.flush();
    }

    private ModelSetup setup() {
        check("--tasks", tasks, 0, 4);
        check("--api-tasks", apiTasks, 0, 4);
        check("--servers", servers, 1, 3);
        check("--schedulers", schedulers, 1, 3);
        check("--processes", processes, 1, 3);
        check("--slots", slots, 1, 3);
        check("--faults", faults, 0, 6);
        check("--more-runs", moreRuns, 0, 2);
        FleetSize size = new FleetSize(tasks, apiTasks, servers, schedulers, processes, slots);
        return new ModelSetup(size, leaving, moreRuns, faults, only(), seeded());
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " is " + value + ", expected " + least + " to " + most);
        }
    }

    private Set<Move> only() {
        Set<Move> faults = EnumSet.noneOf(Move.class);
        List<Move> known = Arrays.stream(Move.values())
                .filter(move -> move.kind == Move.Kind.FAULT)
                .toList();
        only.forEach(name -> faults.add(find("--only", name, known)));
        return faults;
    }

    private Set<SeededBug> seeded() {
        Set<SeededBug> seeded = EnumSet.noneOf(SeededBug.class);
        bugs.forEach(name -> seeded.add(find("--bug", name, List.of(SeededBug.values()))));
        return seeded;
    }

    /** On the command line a constant is written in small letters and with dashes. */
    private <E extends Enum<E>> E find(String option, String name, List<E> known) {
        return known.stream()
                .filter(one -> written(one).equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        option + " is " + name + ", expected one of "
                                + known.stream().map(ModelCommand::written).collect(Collectors.joining(", "))));
    }

    static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
