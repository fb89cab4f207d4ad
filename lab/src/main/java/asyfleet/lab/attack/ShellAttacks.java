package asyfleet.lab.attack;

import asyfleet.protocol.task.Format;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** The attacks by interactive tasks. Their clients leave, and their slots must be free again. */
final class ShellAttacks {

    private static final Duration START_LIMIT = Duration.ofSeconds(5);

    /** As long as a backend needs to look at a shell's picture some times. */
    private static final Duration AT_WORK = Duration.ofMillis(700);

    private ShellAttacks() {}

    static List<FleetAttack> all() {
        return List.of(
                shell(
                        "a shell whose picture blocks its reader",
                        HostileTask.script("perl", HostileTask.resource("lease.pl"))),
                shell(
                        "a shell whose picture is a pipe",
                        HostileTask.script("sh", "while mkfifo p && mv p out.svg; do rm -f out.svg; done; sleep 9")),
                shell("a shell that loops", HostileTask.program("while (true) {}", Format.SVG)),
                shell(
                        "a shell with a new picture all the time",
                        HostileTask.script(
                                "sh", "n=0; while :; do n=$((n+1)); echo \"<svg>$n</svg>\" >p; mv p out.svg; done")));
    }

    private static FleetAttack shell(String name, HostileTask task) {
        return new FleetAttack(name, "its slot is free as soon as its client leaves", fleet -> {
            HostileTask.Started shell = task.inShell().start(fleet.client()).awaitRun(START_LIMIT);
            LockSupport.parkNanos(AT_WORK.toNanos());
            shell.task().cancel();
            // One for each slot.
            CompletableFuture<Seen> other = CompletableFuture.supplyAsync(
                    fleet.figure()::drawnAsBefore, figure -> new Thread(figure, "other-figure").start());
            Seen one = fleet.figure().drawnAsBefore();
            return new Seen(true, "left").and(one).and(other.join());
        });
    }
}
