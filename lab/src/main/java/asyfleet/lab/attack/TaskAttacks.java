package asyfleet.lab.attack;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.verdict.EndCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The makings of an attack by a task: it is sent, an ordinary figure is drawn beside it, and it must end in time with the
 * right verdict and without having done any harm.
 */
final class TaskAttacks {

    /** For the way to the backend and back on a busy machine, and for what is done with a task when its time is over. */
    private static final Duration SLACK = Duration.ofSeconds(15);

    private TaskAttacks() {}

    /** An attack by the program of a task, which goes through all that a figure goes through. */
    static FleetAttack program(String name, Format format, String program, EndCode... ends) {
        HostileTask task = HostileTask.program(program, format);
        return new FleetAttack(name, promise(ends), fleet -> ends(fleet, task, List.of(ends)));
    }

    /** An attack by a script of a shell. */
    static FleetAttack shellScript(String name, String script, EndCode... ends) {
        HostileTask task = HostileTask.script("sh", script);
        return new FleetAttack(name, promise(ends), fleet -> ends(fleet, task, List.of(ends)));
    }

    /**
     * An attack by a script of Perl's, which is there wherever Asymptote is; it has some time.
     *
     * @param harm tells from what the script wrote what harm it has done
     */
    static FleetAttack perlScript(
            String name,
            String resource,
            String promise,
            Function<ObservedEnd, Optional<String>> harm,
            EndCode... ends) {
        HostileTask task = HostileTask.script("perl", HostileTask.resource(resource));
        return new FleetAttack(name, promise, fleet -> {
            HostileTask.Started started =
                    task.within(fleet.longLimit()).start(fleet.client()).awaitRun(SLACK);
            Seen beside = beside(fleet);
            ObservedEnd end = started.await(fleet.longLimit().plus(SLACK));
            return harm.apply(end)
                    .map(done -> Seen.broken(end + ", " + done))
                    .orElseGet(() -> verdict(end, List.of(ends)))
                    .and(beside);
        });
    }

    private static String promise(EndCode... ends) {
        return Arrays.stream(ends).map(EndCode::name).collect(Collectors.joining(" or "));
    }

    private static Seen ends(TargetFleet fleet, HostileTask task, List<EndCode> ends) {
        Duration limit = limit(fleet, ends);
        HostileTask.Started started = task.within(limit).start(fleet.client()).awaitRun(SLACK);
        Seen beside = beside(fleet);
        ObservedEnd end = started.await(limit.plus(SLACK));
        Seen own =
                end.output().contains(fleet.secret()) ? Seen.broken(end + ", the secret is out") : verdict(end, ends);
        return own.and(beside);
    }

    /** Where time must not be what ends the task, a busy machine gets enough of it to meet the limit that must. */
    private static Duration limit(TargetFleet fleet, List<EndCode> ends) {
        return ends.contains(EndCode.TIME_LIMIT) ? fleet.limit() : fleet.longLimit();
    }

    private static Seen beside(TargetFleet fleet) {
        Seen figure = fleet.figure().drawnAsBefore();
        return new Seen(figure.asPromised(), "beside it " + figure.text());
    }

    private static Seen verdict(ObservedEnd end, List<EndCode> ends) {
        return new Seen(end.code().map(ends::contains).orElse(false), end.toString());
    }
}
