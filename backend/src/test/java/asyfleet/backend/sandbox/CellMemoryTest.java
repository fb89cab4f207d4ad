package asyfleet.backend.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory that a cell holds is counted, or cannot be had. The cells may use local sockets, as those of a warm start do. */
@Tag("slow")
final class CellMemoryTest {

    private static final long MIB = 1 << 20;
    private static final boolean X86 =
            Architecture.ofName(System.getProperty("os.arch")).orElseThrow() == Architecture.X86_64;

    /** Numbers of system calls. */
    private static final String NUMBERS = X86
            ? "($mmap,$madvise,$exit,$memfd,$shmget,$vmsplice)=(9,28,60,319,29,278);"
            : "($mmap,$madvise,$exit,$memfd,$shmget,$vmsplice)=(222,233,93,279,194,75);";

    /** Much address space: page tables are small against what they describe. */
    private static final SandboxLimits ROOMY =
            new SandboxLimits(16 * 1024 * MIB, 8 * MIB, 500, 64, 128, Duration.ofMinutes(1));

    private static SandboxFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = SandboxFixture.bwrap(ROOMY, new SandboxExtras(List.of(), Map.of(), true));
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    private static Cell start(String perl) throws IOException {
        Cell cell = fixture.sandbox().open();
        cell.directory().write("attack.pl", (NUMBERS + "$|=1;" + perl).getBytes(UTF_8));
        cell.start(new Command(List.of("perl", "attack.pl"), true));
        cell.input().close();
        return cell;
    }

    private static String run(String perl) throws IOException {
        try (Cell cell = start(perl)) {
            return new String(cell.output().readAllBytes(), UTF_8);
        }
    }

    private static void assertRefused(String call) throws IOException {
        assertEquals("-1 Operation not permitted", run("print " + call + ", ' ', $!"));
    }

    private static void assertCounted(long bytes, String perl) throws IOException {
        try (Cell cell = start(perl)) {
            assertEquals('+', cell.output().read());
            await().until(() -> cell.usage().residentBytes() > bytes);
        }
    }

    @Test
    void sharedMemoryCannotBeHad() throws IOException {
        assertRefused("syscall($mmap,0,4096,3,0x21,-1,0)");
        assertRefused("syscall($memfd,my $name='x',0)");
        assertRefused("syscall($shmget,0,4096,0x3ff)");
    }

    @Test
    void noDeviceGivesSharedMemory() throws IOException {
        assertEquals("none", run("print -e '/dev/zero' ? 'one' : 'none'"));
    }

    /** A pipe that holds a byte of a large page holds the page, when nobody has it any more. */
    @Test
    void pagesCannotBeGivenToAPipe() throws IOException {
        assertRefused("pipe(R,W) && syscall($vmsplice,fileno(W),0,0,0)");
    }

    @Test
    void theBuffersOfASocketCannotBeRaised() throws IOException {
        String socket = "use Socket; socket(S,AF_UNIX,SOCK_STREAM,0) or die $!;";
        assertEquals("Operation not permitted", run(socket + "setsockopt(S,SOL_SOCKET,SO_SNDBUF,1e7); print $!"));
    }

    @Test
    void whatWaitsInSocketsIsCounted() throws IOException {
        assertCounted(20 * MIB, """
                use Socket; use IO::Handle;
                socket(L,AF_UNIX,SOCK_STREAM,0) && bind(L,sockaddr_un('l')) && listen(L,9) or die $!;
                for (1..50) {
                  socket($c[$_],AF_UNIX,SOCK_STREAM,0) && connect($c[$_],sockaddr_un('l')) or die $!;
                  accept($a[$_],L) or die $!;
                  for $s ($c[$_],$a[$_]) { $s->blocking(0); 1 while defined(syswrite($s,'x' x 65536)); }
                }
                print '+'; sleep 1000;
                """);
    }

    @Test
    void pageTablesAreCounted() throws IOException {
        assertCounted(16 * MIB, """
                $size=8<<30; $at=syscall($mmap,0,$size,1,0x4022,-1,0); $at!=-1 or die $!;
                syscall($madvise,$at,$size,15); syscall($madvise,$at,$size,22)==0 or die $!;
                print '+'; sleep 1000;
                """);
    }

    @Test
    void memoryIsCountedWhenTheFirstThreadHasEnded() throws IOException {
        assertCounted(60 * MIB, """
                use threads; threads->create(sub { $x='x' x (64<<20); print '+'; sleep 1000 });
                syscall($exit,0);
                """);
    }

    @Test
    void anEmptyCellCountsLittle() throws IOException {
        try (Cell cell = start("print '+'; sleep 1000")) {
            assertEquals('+', cell.output().read());
            long used = cell.usage().residentBytes();
            assertTrue(used < 12 * MIB, used + " bytes");
        }
    }
}
