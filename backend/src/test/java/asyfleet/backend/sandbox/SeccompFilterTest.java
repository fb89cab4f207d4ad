package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the filter as the kernel does. */
final class SeccompFilterTest {

    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int EPERM = 0x00050001;
    private static final int ENOSYS = 0x00050026;
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int CLONE_NEWUSER = 0x10000000;
    private static final int SIGCHLD = 17;
    private static final int F_SETLEASE = 1024;
    private static final int F_SETLK = 6;
    private static final int MAP_SHARED = 0x01;
    private static final int MAP_PRIVATE = 0x02;
    private static final int MAP_SHARED_VALIDATE = 0x03;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int OPEN_TREE_ATTR = 467;

    private static int verdict(Architecture architecture, int mark, int number, int firstArgument) {
        return verdict(SeccompFilter.compile(architecture, true), mark, number, firstArgument);
    }

    private static int verdict(Architecture architecture, String call, int firstArgument) {
        return verdict(
                architecture,
                architecture.auditMark(),
                architecture.number(call).orElseThrow(),
                firstArgument);
    }

    /** An interpreter for the five instructions that the filter has. */
    private static int verdict(byte[] program, int mark, int number, int... arguments) {
        ByteBuffer code = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
        long accumulator = 0;
        for (int at = 0; ; at++) {
            int constant = code.getInt(at * 8 + 4);
            long unsigned = Integer.toUnsignedLong(constant);
            boolean holds;
            switch (code.getShort(at * 8)) {
                case 0x20 -> {
                    accumulator = Integer.toUnsignedLong(
                            switch (constant) {
                                case 0 -> number;
                                case 4 -> mark;
                                case 16 -> arguments[0];
                                case 24 -> arguments[1];
                                case 40 -> arguments[3];
                                default -> throw new AssertionError("load of " + constant);
                            });
                    continue;
                }
                case 0x06 -> {
                    return constant;
                }
                case 0x15 -> holds = accumulator == unsigned;
                case 0x35 -> holds = accumulator >= unsigned;
                case 0x45 -> holds = (accumulator & unsigned) != 0;
                default -> throw new AssertionError("instruction at " + at);
            }
            at += code.get(at * 8 + (holds ? 2 : 3));
        }
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void callsThatOnlyAnAttackNeedsAreRefused(Architecture architecture) {
        for (String call : ("ptrace mount unshare setns bpf mknodat memfd_create shmget socketpair setsockopt vmsplice")
                .split(" ")) {
            assertEquals(EPERM, verdict(architecture, call, AF_UNIX), call);
        }
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void everyCallThatIsInNoListIsAllowed(Architecture architecture) {
        int write = architecture == Architecture.X86_64 ? 1 : 64;
        assertEquals(ALLOW, verdict(architecture, architecture.auditMark(), write, 0));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void processesMayBeMadeButNoNamespaces(Architecture architecture) {
        assertEquals(ALLOW, verdict(architecture, "clone", SIGCHLD));
        assertEquals(EPERM, verdict(architecture, "clone", CLONE_NEWUSER | SIGCHLD));
        assertEquals(ENOSYS, verdict(architecture, "clone3", 0));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void socketsAreLocalOrNone(Architecture architecture) {
        assertEquals(ALLOW, verdict(architecture, "socket", AF_UNIX));
        assertEquals(EPERM, verdict(architecture, "socket", AF_INET));
        byte[] none = SeccompFilter.compile(architecture, false);
        int socket = architecture.number("socket").orElseThrow();
        assertEquals(EPERM, verdict(none, architecture.auditMark(), socket, AF_UNIX));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void aFileMayBeLockedButNotLeased(Architecture architecture) {
        byte[] program = SeccompFilter.compile(architecture, true);
        int fcntl = architecture.number("fcntl").orElseThrow();
        assertEquals(EPERM, verdict(program, architecture.auditMark(), fcntl, 3, F_SETLEASE));
        assertEquals(ALLOW, verdict(program, architecture.auditMark(), fcntl, 3, F_SETLK));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void memoryIsSharedOnlyThroughFiles(Architecture architecture) {
        byte[] program = SeccompFilter.compile(architecture, true);
        int mmap = architecture.number("mmap").orElseThrow();
        int mark = architecture.auditMark();
        assertEquals(EPERM, verdict(program, mark, mmap, 0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS));
        assertEquals(EPERM, verdict(program, mark, mmap, 0, 4096, 3, MAP_SHARED_VALIDATE | MAP_ANONYMOUS));
        assertEquals(ALLOW, verdict(program, mark, mmap, 0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS));
        assertEquals(ALLOW, verdict(program, mark, mmap, 0, 4096, 3, MAP_SHARED));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void callsNewerThanTheListDoNotExist(Architecture architecture) {
        assertEquals(ENOSYS, verdict(architecture, architecture.auditMark(), OPEN_TREE_ATTR, 0));
        assertEquals(ENOSYS, verdict(architecture, architecture.auditMark(), 1000, 0));
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void descriptorsAreTakenFromOtherProcessesOnlyWhereCopiesWait(Architecture architecture) {
        int take = architecture.number("pidfd_getfd").orElseThrow();
        assertEquals(ALLOW, verdict(SeccompFilter.compile(architecture, true), architecture.auditMark(), take, 0));
        assertEquals(EPERM, verdict(SeccompFilter.compile(architecture, false), architecture.auditMark(), take, 0));
    }

    @Test
    void callsOfAnotherArchitectureKill() {
        assertEquals(KILL, verdict(Architecture.X86_64, Architecture.AARCH64.auditMark(), 1, 0));
    }

    @Test
    void theSecondTableOfX86IsClosed() {
        assertEquals(ENOSYS, verdict(Architecture.X86_64, Architecture.X86_64.auditMark(), 0x40000001, 0));
    }

    @Test
    void thisMachineIsKnown() {
        assertTrue(Architecture.ofName(System.getProperty("os.arch")).isPresent());
    }
}
