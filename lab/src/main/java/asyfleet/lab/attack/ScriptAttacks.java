package asyfleet.lab.attack;

import static asyfleet.protocol.task.verdict.EndCode.DISK_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.EXIT_CODE;
import static asyfleet.protocol.task.verdict.EndCode.MEMORY_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.OUTPUT_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.PROCESS_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.SIGNAL;
import static asyfleet.protocol.task.verdict.EndCode.TIME_LIMIT;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The attacks by scripts that run in a task's cell in place of TeX. When such a script ends, its task fails. */
final class ScriptAttacks {

    private static final Pattern HOLDS_MORE = Pattern.compile("holds (\\d+) MB more");

    private ScriptAttacks() {}

    static List<FleetAttack> onNeighbours() {
        return List.of(
                TaskAttacks.perlScript(
                        "write into all processes and files that can be opened",
                        "write_everywhere.pl",
                        "nothing reaches another task, and none is without a filter",
                        end -> find(end.output(), "wrote into|without a filter"),
                        EXIT_CODE,
                        SIGNAL,
                        TIME_LIMIT),
                TaskAttacks.perlScript(
                        "hold all sockets in silence",
                        "hold_everything.pl",
                        "TIME_LIMIT, and others start as fast as before",
                        end -> Optional.empty(),
                        TIME_LIMIT),
                TaskAttacks.shellScript(
                        "kill all processes that can be seen", "kill -9 -1; kill -9 1; sleep 9", EXIT_CODE, SIGNAL),
                TaskAttacks.shellScript(
                        "read the environment and the files of others",
                        "cat /proc/*/environ /tmp/*/* /tmp/*/*/* /proc/*/root/tmp/*/*; env",
                        EXIT_CODE,
                        OUTPUT_LIMIT));
    }

    static List<FleetAttack> onMemory() {
        String promise = "MEMORY_LIMIT, or no more held than allowed";
        return List.of(
                TaskAttacks.perlScript(
                        "shared memory that is in no page table",
                        "shared_memory.pl",
                        promise,
                        ScriptAttacks::tooMuch,
                        MEMORY_LIMIT,
                        TIME_LIMIT,
                        PROCESS_LIMIT),
                TaskAttacks.perlScript(
                        "full buffers of sockets",
                        "socket_buffers.pl",
                        promise,
                        ScriptAttacks::tooMuch,
                        MEMORY_LIMIT,
                        TIME_LIMIT,
                        PROCESS_LIMIT,
                        EXIT_CODE),
                TaskAttacks.shellScript(
                        "ten processes that allocate",
                        "for n in 1 2 3 4 5 6 7 8 9 10; do perl -e '$x=\"x\" x 100000000; sleep 9' & done; wait",
                        MEMORY_LIMIT),
                TaskAttacks.shellScript(
                        "start processes without end", "yes 60 | xargs -P 1000 -n 1 sleep", PROCESS_LIMIT),
                TaskAttacks.shellScript(
                        "fill all file systems",
                        "for d in . /tmp /dev/shm /dev /; do yes >$d/fill; done",
                        DISK_LIMIT,
                        TIME_LIMIT));
    }

    static List<FleetAttack> onTime() {
        return List.of(
                TaskAttacks.shellScript(
                        "leave processes behind in sessions of their own",
                        "for n in 1 2 3 4 5; do setsid sh -c 'trap \"\" HUP INT TERM; sleep 300' & done; sleep 0.2",
                        EXIT_CODE,
                        TIME_LIMIT),
                TaskAttacks.shellScript(
                        "ignore all signals",
                        "trap '' HUP INT QUIT TERM USR1 USR2 PIPE; while :; do :; done",
                        TIME_LIMIT),
                TaskAttacks.shellScript("stop everything, itself too", "kill -STOP -1; kill -STOP $$", TIME_LIMIT));
    }

    static List<FleetAttack> onResults() {
        return List.of(
                TaskAttacks.shellScript(
                        "a result that its owner may not read",
                        "echo '<svg></svg>' >out.svg; chmod 000 out.svg",
                        EXIT_CODE),
                TaskAttacks.shellScript("a directory that its owner may not read", "chmod 000 .", EXIT_CODE),
                TaskAttacks.shellScript("a directory named .probe", "mkdir .probe out.svg", EXIT_CODE),
                TaskAttacks.shellScript(
                        "a pipe as result",
                        "mkfifo out.svg || mknod out.svg p; perl -MPOSIX -e 'mkfifo(\"out.svg\",0666)'",
                        EXIT_CODE),
                TaskAttacks.shellScript(
                        "links as results",
                        "ln -s /etc/passwd out.svg; ln -s /proc/self/environ a.svg; ln -s /dev/zero b.svg; ln /etc/passwd c.svg",
                        EXIT_CODE),
                TaskAttacks.shellScript(
                        "a result with a hole of 200 MB",
                        "truncate -s 200M out.svg; echo '</svg>' >>out.svg",
                        OUTPUT_LIMIT,
                        EXIT_CODE),
                TaskAttacks.shellScript(
                        "10000 results in one directory",
                        "perl -e 'for (1..10000) {open F,q(>),qq(r$_.svg); print F qq(<svg></svg>)}'",
                        EXIT_CODE,
                        OUTPUT_LIMIT,
                        DISK_LIMIT,
                        TIME_LIMIT),
                TaskAttacks.shellScript(
                        "directories 5000 deep",
                        "perl -e 'for (1..5000) {mkdir q(d); chdir q(d) or exit}'",
                        EXIT_CODE,
                        DISK_LIMIT));
    }

    private static Optional<String> find(String output, String harm) {
        return Pattern.compile(".*(" + harm + ").*")
                .matcher(output)
                .results()
                .map(MatchResult::group)
                .findFirst();
    }

    /** Memory that is watched, not limited by the kernel, is above its limit for the moment until that is seen. */
    private static Optional<String> tooMuch(ObservedEnd end) {
        int held = HOLDS_MORE
                .matcher(end.output())
                .results()
                .mapToInt(more -> Integer.parseInt(more.group(1)))
                .sum();
        int limit = AttackedProcesses.MEMORY_MEGABYTES;
        int allowed = end.code().equals(Optional.of(MEMORY_LIMIT)) ? 4 * limit : limit + limit / 4;
        return held > allowed ? Optional.of(held + " MB held") : Optional.empty();
    }
}
