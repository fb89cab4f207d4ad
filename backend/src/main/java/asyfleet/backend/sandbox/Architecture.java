package asyfleet.backend.sandbox;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A processor as a system call filter must know it: its mark, and the numbers of the calls by name. */
enum Architecture {
    X86_64(0xC000003E, """
            acct 163, add_key 248, bpf 321, chroot 161, clone 56, clone3 435, delete_module 176, fanotify_init 300,
            fcntl 72, finit_module 313, fsconfig 431, fsmount 432, fsopen 430, fspick 433, init_module 175,
            inotify_init 253, inotify_init1 294, io_uring_enter 426, io_uring_register 427, io_uring_setup 425, kcmp 312,
            kexec_file_load 320, kexec_load 246, keyctl 250, memfd_create 319, memfd_secret 447, mknod 133, mknodat 259,
            mmap 9, modify_ldt 154, mount 165, mount_setattr 442, move_mount 429, mq_open 240, msgget 68, name_to_handle_at 303,
            open_by_handle_at 304, open_tree 428, perf_event_open 298, personality 135, pidfd_getfd 438, pivot_root 155,
            process_vm_readv 310, process_vm_writev 311, ptrace 101, quotactl 179, quotactl_fd 443, reboot 169,
            request_key 249, semget 64, setns 308, setsockopt 54, shmget 29, socket 41, socketpair 53, swapoff 168, swapon 167,
            syslog 103, umount2 166, unshare 272, userfaultfd 323, vmsplice 278"""),
    AARCH64(0xC00000B7, """
            acct 89, add_key 217, bpf 280, chroot 51, clone 220, clone3 435, delete_module 106, fanotify_init 262,
            fcntl 25, finit_module 273, fsconfig 431, fsmount 432, fsopen 430, fspick 433, init_module 105,
            inotify_init1 26, io_uring_enter 426, io_uring_register 427, io_uring_setup 425, kcmp 272, kexec_file_load 294, kexec_load 104,
            keyctl 219, memfd_create 279, memfd_secret 447, mknodat 33, mmap 222, mount 40, mount_setattr 442, move_mount 429,
            mq_open 180, msgget 186, name_to_handle_at 264, open_by_handle_at 265, open_tree 428, perf_event_open 241,
            personality 92, pidfd_getfd 438, pivot_root 41, process_vm_readv 270, process_vm_writev 271, ptrace 117,
            quotactl 60, quotactl_fd 443, reboot 142, request_key 218, semget 190, setns 268, setsockopt 208, shmget 194, socket 198,
            socketpair 199, swapoff 225, swapon 224, syslog 116, umount2 39, unshare 97, userfaultfd 282, vmsplice 75""");

    private final int auditMark;
    private final Map<String, Integer> calls = new TreeMap<>();

    Architecture(int auditMark, String table) {
        this.auditMark = auditMark;
        for (String row : table.split(",")) {
            String[] call = row.strip().split(" ");
            calls.put(call[0], Integer.valueOf(call[1]));
        }
    }

    /** The processor that this JVM runs on, if we have its table. */
    static Optional<Architecture> ofName(String osArch) {
        return switch (osArch) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64", "arm64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }

    /** {@code AUDIT_ARCH_*} of linux/audit.h. */
    int auditMark() {
        return auditMark;
    }

    /** The number of a call; empty if this processor never had it. */
    Optional<Integer> number(String call) {
        return Optional.ofNullable(calls.get(call));
    }
}
