package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.SandboxLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All attacks. Whoever finds a new way adds it here. */
final class Attacks {

    /** The command of a script that got through a wall. It prints a text that is not in the script itself. */
    private static final String BREACH = "printf 'br%sched' ea";

    private static final String BREACHED = "breached";

    /**
     * Processes that stay: those of a bomb that come and go would be counted twice by whoever walks through them, and a
     * sandbox that holds would seem not to. They leave the pipe to Asymptote to the script, or the attack would always
     * take all the time it has.
     */
    private static final String SPAWN = "yes 60 5>&- | xargs -P 1000 -n 1 sleep 5>&- & sleep 1";

    private final Victim victim;
    private final SandboxLimits limits;
    private final Predicate<Evidence> secretIsOut;

    Attacks(Victim victim, SandboxLimits limits) {
        this.victim = victim;
        this.limits = limits;
        this.secretIsOut = evidence -> evidence.shows(victim.secret());
    }

    /** The slow ones first, so that all together take the least time. */
    List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        all.addAll(readingByTex());
        all.addAll(runningPrograms());
        all.addAll(reading());
        all.addAll(reachingOut());
        all.addAll(exhausting());
        all.addAll(breakingTheWalls());
        return all;
    }

    private List<Attack> readingByTex() {
        String read = "\\newread\\r\\openin\\r=%s \\ifeof\\r\\def\\l{}\\else\\read\\r to\\l\\fi"
                .formatted(victim.secretFile());
        String keep = "\\newwrite\\w\\immediate\\openout\\w=loot.txt \\immediate\\write\\w{\\meaning\\l}";
        return List.of(
                Attack.byAsymptote(
                        "read a file with TeX's \\openin",
                        "svg",
                        "texpreamble(\"%s%s\"); label(\"x\",(0,0));".formatted(read, keep),
                        secretIsOut),
                Attack.byAsymptote(
                        "read a file with TeX's \\input",
                        "svg",
                        "label(\"\\nonstopmode\\input{%s}\",(0,0));".formatted(victim.secretFile()),
                        secretIsOut.or(evidence -> evidence.shows("(" + victim.secretFile()))),
                Attack.byAsymptote(
                        "run a program with TeX's \\write18",
                        "svg",
                        "texpreamble(\"\\immediate\\write18{cat %s >loot.txt}\"); label(\"x\",(0,0));"
                                .formatted(victim.secretFile()),
                        secretIsOut));
    }

    private List<Attack> runningPrograms() {
        String copy = "(%s) (r) file 200 string readline pop (loot.txt) (w) file dup 3 -1 roll writestring closefile"
                .formatted(victim.secretFile());
        return List.of(
                Attack.byAsymptote(
                        "read a file with PostScript in a \\special",
                        "svg",
                        "draw((0,0)--(9,9)); label(\"\\special{ps: %s}x\",(0,0));".formatted(copy),
                        secretIsOut),
                Attack.byAsymptote(
                        "read a file with Ghostscript, its own safety off",
                        "pdf",
                        "settings.gsOptions=\"--permit-file-all=*\"; postscript(\"%s\"); draw((0,0)--(9,9));"
                                .formatted(copy),
                        secretIsOut),
                Attack.byProgramOfSettings(
                        "read a file with a program that the settings name",
                        "cat %s".formatted(victim.secretFile()),
                        secretIsOut),
                Attack.byProgramOfSettings(
                        "start processes without end from such a program",
                        SPAWN,
                        evidence -> evidence.mostThreads() > limits.hardProcesses()),
                Attack.byProgramOfSettings(
                        "break the walls from such a program",
                        "kill -9 %d; unshare --user true && %s; mount -t tmpfs tmpfs /tmp && %s; chmod 666 /dev/null && %s; prlimit --nofile=1000000 true && %s"
                                .formatted(victim.process(), BREACH, BREACH, BREACH, BREACH),
                        evidence -> victim.wasKilled() || evidence.shows(BREACHED)));
    }

    private List<Attack> reading() {
        return List.of(
                Attack.byAsymptote(
                        "read a file with Asymptote",
                        "svg",
                        "include \"%s\";".formatted(victim.secretFile()),
                        secretIsOut),
                Attack.byShell("read a file with a shell", "cat " + victim.secretFile(), secretIsOut),
                Attack.byShell(
                        "have a link read that passes for a picture",
                        "ln -s %s out.svg".formatted(victim.secretFile()),
                        secretIsOut),
                Attack.byShell(
                        "read the environment of the service",
                        "cat /proc/[0-9]*/environ",
                        evidence -> evidence.showsVariable(victim.environment())));
    }

    private List<Attack> reachingOut() {
        return List.of(
                Attack.byAsymptote(
                        "call a port with Asymptote",
                        "svg",
                        "import \"http://127.0.0.1:%d/x.asy\" as x;".formatted(victim.port()),
                        evidence -> victim.wasCalled()),
                Attack.byShell(
                        "call a port with a shell",
                        "bash -c 'echo >/dev/tcp/127.0.0.1/%d'".formatted(victim.port()),
                        evidence -> victim.wasCalled()),
                Attack.byShell(
                        "write outside",
                        "for d in %s /etc /usr /usr/share/asymptote /var /dev /; do echo >$d/escaped && echo escaped; done"
                                .formatted(victim.directory()),
                        evidence -> victim.wasWrittenTo() || evidence.shows("escaped\n")),
                Attack.byShell(
                        "see the processes of the machine",
                        "cat /proc/[0-9]*/cmdline",
                        evidence -> evidence.shows("java")),
                Attack.byShell(
                        "find a process without a system call filter",
                        "grep -q '^Seccomp:.0' /proc/[0-9]*/status && " + BREACH,
                        evidence -> evidence.shows(BREACHED)),
                Attack.byShell(
                        "find a socket that is not of the cell",
                        "grep -v '^Num\\|@asyfleet/' /proc/net/unix && " + BREACH,
                        evidence -> evidence.shows(BREACHED)),
                Attack.byShell(
                        "kill a process of the machine",
                        // Until it is gone, which is not at once.
                        "kill -9 %1$d && while kill -0 %1$d; do :; done".formatted(victim.process()),
                        evidence -> victim.wasKilled()));
    }

    private List<Attack> exhausting() {
        return List.of(
                Attack.byShell(
                        "start processes without end",
                        SPAWN,
                        evidence -> evidence.mostThreads() > limits.hardProcesses()),
                Attack.byShell(
                        "fill the disk",
                        "for d in . /tmp /dev /dev/shm / /usr; do yes >$d/fill; done; rm attack.sh",
                        evidence -> evidence.fileBytes() > limits.diskBytes()),
                Attack.byShell(
                        "fill the disk with files that have no name",
                        "for n in 3 4 5 6 7 8; do eval \"exec $n>fill\"; rm fill; yes | head -c %d >&$n && echo filled; done"
                                .formatted(limits.diskBytes() / 5),
                        evidence -> evidence.loot().split("filled", -1).length > 6),
                Attack.byShell(
                        "leave a process behind", "setsid sleep 300 & sleep 0.1", evidence -> !evidence.survivors()
                                .isEmpty()));
    }

    private static List<Attack> breakingTheWalls() {
        Predicate<Evidence> done = evidence -> evidence.shows(BREACHED);
        return List.of(
                Attack.byShell("make namespaces of its own", "unshare --user --map-root-user true && " + BREACH, done),
                Attack.byShell("mount a file system", "mount -t tmpfs tmpfs /tmp && " + BREACH, done),
                Attack.byShell("change a device", "chmod 666 /dev/null && " + BREACH, done),
                Attack.byShell("make a pipe that blocks its reader", "mkfifo out.svg && " + BREACH, done),
                Attack.byShell(
                        "lease a file, which blocks its reader",
                        "perl -e 'open F,q(>),q(out.svg);exit !fcntl(F,1024,1)' && " + BREACH,
                        done),
                Attack.byShell("lift its limits", "prlimit --nofile=1000000 true && " + BREACH, done));
    }
}
