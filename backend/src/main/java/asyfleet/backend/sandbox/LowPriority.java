package asyfleet.backend.sandbox;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lower priority of processes that have run for long. Where they and others want the same processor, they get a quarter
 * of it: the others are quick, and they still get on. The processes that they start have the same priority.
 *
 * <p>The kernel has two such numbers. That of a process counts within its control group for processors. Where there is no
 * such group, the kernel may make one of each session, and then the number of the session counts.
 */
final class LowPriority {

    private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);

    /** Each step is a fifth less, so this is a third of the weight. */
    private static final int STEPS = 5;

    private static final int LOWEST = 19;

    /** Of the fields behind the name. */
    private static final int SESSION = 3;

    private static final int NICE = 16;

    private LowPriority() {}

    /** A process that ends meanwhile is left out. */
    static void give(List<Usage.Running> processes) {
        List<String> pids =
                processes.stream().map(process -> Long.toString(process.pid())).toList();
        try {
            // They have our own number: a process that is started gets that of the one that starts it.
            int number = Math.min(Integer.parseInt(field(Path.of("/proc/self"), NICE)) + STEPS, LOWEST);
            List<String> command = new ArrayList<>(List.of("renice", "-n", Integer.toString(number), "-p"));
            command.addAll(pids);
            new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.warn("priority not lowered reason={}", e.toString());
        }
        pids.forEach(LowPriority::giveSession);
    }

    /** Only if the process leads its session: else the session may be that of a fork server, which serves others, too. */
    private static void giveSession(String pid) {
        Path process = Path.of("/proc", pid);
        Path session = process.resolve("autogroup");
        try {
            if (Files.exists(session) && field(process, SESSION).equals(pid)) {
                Files.writeString(session, Integer.toString(STEPS));
            }
        } catch (IOException e) {
            LOG.debug("priority of the session not lowered pid={}", pid, e);
        }
    }

    /** Counted from behind the name, which may hold blanks. */
    private static String field(Path process, int number) throws IOException {
        String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[number];
    }
}
