package asyfleet.backend.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The system calls that nothing in the tool chain needs and that an attack would: a classic BPF program over
 * {@code struct seccomp_data}, as linux/seccomp.h and linux/filter.h define them.
 *
 * <p>A list of what is refused and not of what is allowed: the tool chain is five programs and their interpreters in
 * whatever version the machine has, and a call refused by mistake shows as a wrong picture. Namespaces hold what this
 * list does not know. Also on the list is what would hold memory that no process of the cell shows: memory in descriptors,
 * shared memory without a file, pages given to a pipe, and sockets with larger buffers than {@link SocketMemory} assumes. Refused calls fail with EPERM; {@code clone3} with ENOSYS, after which libc uses {@code clone},
 * whose flags the filter can see. So do calls that are newer than this list, as if the kernel were older.
 */
final class SeccompFilter {

    /** Alphabetic, as in {@link Architecture}. */
    private static final List<String> REFUSED = List.of(
            ("acct add_key bpf chroot delete_module fanotify_init finit_module fsconfig fsmount fsopen fspick init_module "
                            + "inotify_init inotify_init1 io_uring_enter io_uring_register io_uring_setup kcmp "
                            + "kexec_file_load kexec_load keyctl memfd_create memfd_secret mknod mknodat modify_ldt mount "
                            + "mount_setattr move_mount mq_open msgget name_to_handle_at open_by_handle_at open_tree "
                            + "perf_event_open personality pivot_root process_vm_readv process_vm_writev "
                            + "ptrace quotactl quotactl_fd reboot request_key semget setns setsockopt shmget socketpair swapoff "
                            + "swapon syslog umount2 unshare userfaultfd vmsplice")
                    .split(" "));

    private static final int LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
    private static final int IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    private static final int IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    private static final int IF_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
    private static final int RETURN = 0x06; // BPF_RET | BPF_K

    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int ERRNO = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final int OFFSET_NUMBER = 0;
    private static final int OFFSET_ARCHITECTURE = 4;
    private static final int OFFSET_FIRST_ARGUMENT = 16;
    private static final int OFFSET_SECOND_ARGUMENT = 24;

    private static final int OFFSET_FOURTH_ARGUMENT = 40;

    private static final int AF_UNIX = 1;

    /** Whoever opens a file that somebody has a lease on waits until it is given back: up to 45 s. */
    private static final int F_SETLEASE = 1024;

    /** A bit of both kinds of shared mapping, and of no private one. */
    private static final int MAP_SHARED = 0x01;

    private static final int MAP_ANONYMOUS = 0x20;

    /**
     * {@code open_tree_attr}, the first call that is newer than our list. New calls have the same number on both
     * processors. Above are also the second names that x86 has for its calls, the x32 table.
     */
    private static final int FIRST_UNKNOWN = 467;

    /** CLONE_NEW{CGROUP,UTS,IPC,USER,PID,NET,NS}: no namespaces inside the namespaces. */
    private static final int CLONE_NEW_ANY = 0x7E020000;

    private static final int MAX_INSTRUCTIONS = 512;
    private static final int INSTRUCTION_BYTES = 8;

    private final Architecture architecture;
    private final ByteBuffer program =
            ByteBuffer.allocate(MAX_INSTRUCTIONS * INSTRUCTION_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private SeccompFilter(Architecture architecture) {
        this.architecture = architecture;
    }

    /**
     * The program, as bubblewrap reads it.
     *
     * @param unixSockets whether sockets of the local kind are allowed, and taking a descriptor from another process of
     *     the cell; no other kind of socket ever is
     */
    static byte[] compile(Architecture architecture, boolean unixSockets) {
        SeccompFilter filter = new SeccompFilter(architecture);
        filter.refuseOtherArchitectures();
        REFUSED.forEach(filter::refuse);
        architecture.number("clone3").ifPresent(number -> filter.answer(number, ERRNO | ENOSYS));
        architecture.number("clone").ifPresent(filter::refuseNamespaces);
        architecture.number("socket").ifPresent(number -> filter.refuseSockets(number, unixSockets));
        architecture.number("fcntl").ifPresent(filter::refuseLeases);
        architecture.number("mmap").ifPresent(filter::refuseSharedMemory);
        if (!unixSockets) {
            filter.refuse("pidfd_getfd");
        }
        filter.add(RETURN, 0, 0, ALLOW);
        byte[] bytes = new byte[filter.program.position()];
        filter.program.flip().get(bytes);
        return bytes;
    }

    private void refuseOtherArchitectures() {
        add(LOAD, 0, 0, OFFSET_ARCHITECTURE);
        add(IF_EQUAL, 1, 0, architecture.auditMark());
        add(RETURN, 0, 0, KILL);
        add(LOAD, 0, 0, OFFSET_NUMBER);
        add(IF_AT_LEAST, 0, 1, FIRST_UNKNOWN);
        add(RETURN, 0, 0, ERRNO | ENOSYS);
    }

    private void refuse(String call) {
        architecture.number(call).ifPresent(number -> answer(number, ERRNO | EPERM));
    }

    private void answer(int number, int verdict) {
        add(IF_EQUAL, 0, 1, number);
        add(RETURN, 0, 0, verdict);
    }

    /** The flags are the first argument on both processors; they fit in its lower, so first, half. */
    private void refuseNamespaces(int clone) {
        add(IF_EQUAL, 0, 4, clone);
        add(LOAD, 0, 0, OFFSET_FIRST_ARGUMENT);
        add(IF_ANY_BIT, 0, 1, CLONE_NEW_ANY);
        add(RETURN, 0, 0, ERRNO | EPERM);
        add(LOAD, 0, 0, OFFSET_NUMBER);
    }

    private void refuseLeases(int fcntl) {
        add(IF_EQUAL, 0, 4, fcntl);
        add(LOAD, 0, 0, OFFSET_SECOND_ARGUMENT);
        add(IF_EQUAL, 0, 1, F_SETLEASE);
        add(RETURN, 0, 0, ERRNO | EPERM);
        add(LOAD, 0, 0, OFFSET_NUMBER);
    }

    /**
     * Pages of a shared mapping stay when they are taken out of the page table, so that nobody has them and nothing counts
     * them. With a file behind it, they are pages of the file, whose size is bounded.
     */
    private void refuseSharedMemory(int mmap) {
        add(IF_EQUAL, 0, 5, mmap);
        add(LOAD, 0, 0, OFFSET_FOURTH_ARGUMENT);
        add(IF_ANY_BIT, 0, 2, MAP_SHARED);
        add(IF_ANY_BIT, 0, 1, MAP_ANONYMOUS);
        add(RETURN, 0, 0, ERRNO | EPERM);
        add(LOAD, 0, 0, OFFSET_NUMBER);
    }

    private void refuseSockets(int socket, boolean unixSockets) {
        if (!unixSockets) {
            answer(socket, ERRNO | EPERM);
            return;
        }
        add(IF_EQUAL, 0, 4, socket);
        add(LOAD, 0, 0, OFFSET_FIRST_ARGUMENT);
        add(IF_EQUAL, 1, 0, AF_UNIX);
        add(RETURN, 0, 0, ERRNO | EPERM);
        add(LOAD, 0, 0, OFFSET_NUMBER);
    }

    /** One {@code struct sock_filter}: the code, how many to skip if true and if false, the constant. */
    private void add(int code, int ifTrue, int ifFalse, int constant) {
        program.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(constant);
    }
}
