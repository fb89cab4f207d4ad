package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.WarmStart;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits hold for programs that were waiting outside the cell and have joined it, as for those started in it. */
@Tag("slow")
final class WarmLimitsTest {

    private static final long MIB = 1 << 20;
    private static final SandboxLimits SMALL =
            new SandboxLimits(256 * MIB, 8 * MIB, 500, 32, 64, Duration.ofMinutes(1));

    @TempDir
    private static Path temporary;

    private static StateDirectory state;
    private static WarmStart warm;
    private static Slots slots;

    @BeforeAll
    static void open() throws IOException {
        state = StateDirectory.create(temporary.resolve("state"));
        warm = WarmStart.create(WarmStart.defaultCache(), extras -> BwrapSandbox.create(state, SMALL, extras));
        slots = new Slots(
                Slots.Count.of(1),
                warm.sandbox(),
                new ExecutionLimits(1000, 5000, Duration.ofMinutes(1)),
                warm::launcher);
    }

    @AfterAll
    static void close() throws IOException {
        slots.close();
        warm.close();
        state.close();
    }

    private static EndCode end(String source, Duration limit) {
        // The first task of a kind makes its programs wait for the next.
        await().until(() -> {
            run("draw((0,0)--(9,9)); label(\"$x$\",(0,0));", Duration.ofMinutes(1));
            return warm.isWarm(Format.SVG);
        });
        return run(source, limit);
    }

    private static EndCode run(String source, Duration limit) {
        Recording recording = new Recording();
        Map<String, byte[]> files = Map.of("main.asy", source.getBytes(StandardCharsets.UTF_8));
        slots.run(
                new ExecutionRequest(files, Optional.of("main.asy"), TaskOptions.DEFAULT, Optional.of(limit)),
                recording);
        return recording.awaitComplete().complete().verdict().code();
    }

    private static EndCode end(String source) {
        return end(source, Duration.ofMinutes(1));
    }

    @Test
    void time() {
        assertEquals(EndCode.TIME_LIMIT, end("while(true){}", Duration.ofMillis(300)));
    }

    @Test
    void output() {
        assertEquals(EndCode.OUTPUT_LIMIT, end("while(true) write(\"0123456789\");"));
    }

    @Test
    void memory() {
        assertEquals(EndCode.MEMORY_LIMIT, end("real[][] a; while(true) a.push(array(1000000,1.0));"));
    }

    /** Each process alone, and what is in its memory, is far below the limit. */
    @Test
    void memoryOfSockets() {
        String perl = "use Socket; fork() for 1..4; "
                + "socket(L,AF_UNIX,SOCK_STREAM,0); bind(L,sockaddr_un(qq(l$$))); listen(L,9); "
                + "for (1..25) { socket($c[$_],AF_UNIX,SOCK_STREAM,0); connect($c[$_],sockaddr_un(qq(l$$))); "
                + "accept($a[$_],L); send($c[$_],q(x) x 150000,64); send($a[$_],q(x) x 150000,64); } sleep 60;";
        assertEquals(EndCode.MEMORY_LIMIT, end(shellScript("perl -e '" + perl + "'"), Duration.ofSeconds(20)));
    }

    @Test
    void disk() {
        assertEquals(EndCode.DISK_LIMIT, end(shellScript("yes >big")));
    }

    @Test
    void processes() {
        assertEquals(EndCode.PROCESS_LIMIT, end(shellScript("yes 60 | xargs -P 100 -n 1 sleep")));
    }

    private static String shellScript(String script) {
        return "file f=output(\"\\scrollmode\"); write(f,\"" + script
                + "\"); close(f); settings.texcommand=\"sh\"; label(\"x\",(0,0));";
    }
}
