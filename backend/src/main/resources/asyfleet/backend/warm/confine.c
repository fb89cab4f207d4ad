/*
 * How a copy of a waiting program becomes a process of a cell. Bubblewrap has set up the cell; the copy joins all of its
 * namespaces and then gives up what bubblewrap took from the processes it started itself. Both happen before there is a
 * process in the cell's PID namespace, so nothing inside ever sees a copy that is not yet confined. Limits other than the
 * number of processes are those of the fork server, which was started under the limits of a cell.
 *
 * The fork server runs as the very user that owns the cell's user namespace, so there is no change of user here.
 */
#define _GNU_SOURCE
#include "confine.h"

#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "serve.h"

#define ALL_NAMESPACES \
    (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

#define MAX_INSTRUCTIONS 1024

static struct sock_filter instructions[MAX_INSTRUCTIONS];
static struct sock_fprog filter = {.filter = instructions};
static struct rlimit process_limit;

/* Two numbers, then the filter: how many processes a cell may have, and how many instructions follow. */
int read_confinement(int from) {
    uint32_t numbers[2];
    if (!read_fully(from, numbers, sizeof numbers) || numbers[0] == 0 || numbers[1] == 0 ||
        numbers[1] > MAX_INSTRUCTIONS || !read_fully(from, instructions, numbers[1] * sizeof *instructions))
        return 0;
    process_limit = (struct rlimit){numbers[0], numbers[0]};
    filter.len = numbers[1];
    return 1;
}

/* Fails if the process is in our own user namespace: a copy never runs a task outside a cell. */
int join_cell(int process) {
    return setns(process, ALL_NAMESPACES) == 0;
}

static int drop_capabilities(void) {
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)) return 0;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
    return syscall(SYS_capset, &header, none) == 0;
}

int give_up_powers(void) {
    return drop_capabilities() && setrlimit(RLIMIT_NPROC, &process_limit) == 0 &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
