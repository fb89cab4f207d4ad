/*
 * The fork server: a program that waits at its gate, outside all cells, and puts a copy of itself into a cell whenever the
 * backend names one. The backend does so before any of a task's own code runs in that cell. Nothing in a cell can reach
 * the server: it has no address there, and shares no descriptor and no memory with its copies.
 *
 *   server ── carrier (joins the cell's namespaces, but not its PID namespace; gives up its powers)
 *               └─ guest (inside, ends at once, so that the next belongs to the cell's first process)
 *                    └─ parent (becomes a waiter, which will tell the stand-in how the copy ended)
 *                         └─ copy (waits for a stand-in, then goes on from the gate with its directory and streams)
 *
 * The backend writes the process ID of the cell's first process to our standard input, and gets one byte in return when
 * the copy waits, or cannot.
 */
#define _GNU_SOURCE
#include "serve.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine.h"
#include "handover.h"

#define ENTERED '+'
#define REFUSED '-'
#define WAITING_NAME "waiting"

static int capture = -1;
static int answers = -1;
static char *captured;
static size_t captured_size;
static char program_name[16];

int read_fully(int from, void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = read(from, (char *)to + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        done += count;
    }
    return 1;
}

void begin_capture(void) {
    capture = memfd_create("captured", MFD_CLOEXEC);
    answers = fcntl(1, F_DUPFD_CLOEXEC, 3);
    if (capture < 0 || answers < 0 || dup2(capture, 1) < 0) _exit(1);
}

static int open_null(int stream) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int opened = null >= 0 && dup2(null, stream) == stream;
    if (null > 2) close(null);
    return opened;
}

/* Into memory that every copy has for itself: what copies of several cells held open, one could change for all. */
static int keep_captured(void) {
    off_t size = lseek(capture, 0, SEEK_END);
    captured = size >= 0 ? malloc(size + 1) : NULL;
    captured_size = size;
    return captured && pread(capture, captured, size, 0) == size && close(capture) == 0 && open_null(1);
}

/* Whatever else the program has open, all of its copies would have together. */
static int has_other_descriptors(int input) {
    DIR *descriptors = opendir("/proc/self/fd");
    if (!descriptors) return 1;
    int others = 0;
    for (struct dirent *entry; (entry = readdir(descriptors));) {
        int number = atoi(entry->d_name);
        others += number > 2 && number != answers && number != input && number != dirfd(descriptors);
    }
    closedir(descriptors);
    return others;
}

/* Likewise memory that is not copied when a process is. */
static int has_shared_memory(void) {
    FILE *mappings = fopen("/proc/self/maps", "re");
    char line[512], permissions[8];
    int shared = !mappings;
    while (mappings && !shared && fgets(line, sizeof line, mappings))
        shared = sscanf(line, "%*s %7s", permissions) == 1 && permissions[1] == 'w' && permissions[3] == 's';
    if (mappings) fclose(mappings);
    return shared;
}

static int listen_as(const char *whose, const char *program) {
    struct sockaddr_un address;
    socklen_t size = address_of(&address, program, whose);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1)) _exit(1);
    return listener;
}

static _Noreturn void become_waiter(pid_t copy, int listener) {
    char pid[16], socket[16];
    snprintf(pid, sizeof pid, "%d", copy);
    snprintf(socket, sizeof socket, "%d", listener);
    fcntl(listener, F_SETFD, 0);
    char *arguments[] = {WAITER_NAME, pid, socket, NULL}, *environment[] = {NULL};
    execve(STAND_IN_DIRECTORY "/" WAITER_NAME, arguments, environment);
    kill(copy, SIGKILL);
    _exit(1);
}

/* By number, from the process that asks. Possible inside one cell only: a cell sees no other process. */
static int take_descriptors(int connection, const struct request *request, int taken[FD_COUNT]) {
    struct ucred asking;
    socklen_t size = sizeof asking;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &asking, &size)) return 0;
    int process = (int)syscall(SYS_pidfd_open, asking.pid, 0);
    for (int i = 0; i < FD_COUNT; i++) {
        taken[i] = (int)syscall(SYS_pidfd_getfd, process, request->descriptors[i], 0);
        if (taken[i] < 0) return 0;
    }
    return close(process) == 0;
}

static int receive_descriptors(int connection, int received[FD_COUNT]) {
    struct request request;
    struct iovec data = {&request, sizeof request};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * FD_COUNT)];
    } control;
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL) != sizeof request) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header) return take_descriptors(connection, &request, received);
    if (header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int) * FD_COUNT)) return 0;
    memcpy(received, CMSG_DATA(header), sizeof(int) * FD_COUNT);
    return 1;
}

static int take_place(int descriptors[FD_COUNT]) {
    if (fchdir(descriptors[FD_DIRECTORY])) return 0;
    for (int stream = 0; stream < 3; stream++)
        if (dup2(descriptors[FD_INPUT + stream], stream) < 0) return 0;
    for (int i = 0; i < FD_COUNT; i++) close(descriptors[i]);
    return 1;
}

static int open_input(struct input input) {
    if (input.descriptor < 0) return 1;
    int opened = open(input.name, O_RDONLY);
    int done = opened >= 0 && dup2(opened, input.descriptor) == input.descriptor;
    if (opened >= 0) close(opened);
    return done;
}

static int write_captured(void) {
    for (size_t done = 0; done < captured_size;) {
        ssize_t count = write(1, captured + done, captured_size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        done += count;
    }
    return 1;
}

static void await_stand_in(int listener, struct input input) {
    int connection, descriptors[FD_COUNT];
    do connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (connection < 0 && errno == EINTR);
    close(listener);
    char answer = ACCEPTED;
    if (!receive_descriptors(connection, descriptors) || !take_place(descriptors) || !open_input(input)) _exit(1);
    prctl(PR_SET_NAME, program_name);
    if (send(connection, &answer, 1, MSG_NOSIGNAL) != 1 || !write_captured()) _exit(1);
    close(connection);
}

/*
 * Goes on in a child's child's child, the copy. Those between borrow the carrier's memory (vfork), which ends with it, so
 * that it is copied once. Each ends, or becomes another program, before the one above it goes on.
 */
static void leave_to_copy(int waiting, int ready[2]) {
    char byte;
    pid_t guest = vfork();
    if (guest == 0) {
        pid_t parent = vfork();
        if (parent == 0) {
            pid_t copy = fork();
            if (copy == 0) return;
            if (copy > 0) become_waiter(copy, waiting);
            _exit(1);
        }
        _exit(0);
    }
    close(ready[1]);
    /* A cell is gone only when its last zombie is. */
    if (guest > 0) waitpid(guest, NULL, 0);
    _exit(guest > 0 && read_fully(ready[0], &byte, 1) ? 0 : 1);
}

/* In the carrier. Returns in the copy. */
static void become_copy(pid_t cell, const char *program, struct input input) {
    prctl(PR_SET_DUMPABLE, 0);
    close(answers);
    int process = (int)syscall(SYS_pidfd_open, cell, 0), ready[2];
    if (process < 0 || !join_cell(process) || close(process) || pipe2(ready, O_CLOEXEC)) _exit(1);
    int listener = listen_as(OF_COPY, program), waiting = listen_as(OF_WAITER, program);
    for (int stream = 0; stream < 3; stream++)
        if (!open_null(stream)) _exit(1);
    /* The server's is open in all of its copies, and what can be set of an open file is set for all. */
    if (input.descriptor >= 0 && !open_null(input.descriptor)) _exit(1);
    if (!give_up_powers()) _exit(1);
    /* Again, in case the kernel took the change of powers for a reason to allow it. */
    prctl(PR_SET_DUMPABLE, 0);
    leave_to_copy(waiting, ready);
    close(ready[0]);
    close(waiting);
    /* A program that signals its whole group, as asy does if it cannot start TeX, must not meet the waiter there. */
    setsid();
    prctl(PR_SET_DUMPABLE, 1);
    if (write(ready[1], "", 1) != 1 || close(ready[1])) _exit(1);
    await_stand_in(listener, input);
}

void serve(struct input input) {
    const char *program = getenv("ASYFLEET_ADDRESS");
    int32_t cell;
    if (!program || !keep_captured() || has_other_descriptors(input.descriptor) || has_shared_memory()) _exit(1);
    prctl(PR_GET_NAME, program_name);
    prctl(PR_SET_NAME, WAITING_NAME);
    if (write(answers, "ready\n", 6) != 6) _exit(1);
    while (read_fully(0, &cell, sizeof cell)) {
        int status = -1;
        pid_t carrier = fork();
        if (carrier == 0) {
            become_copy(cell, program, input);
            return;
        }
        if (carrier > 0) waitpid(carrier, &status, 0);
        if (write(answers, status == 0 ? (char[]){ENTERED} : (char[]){REFUSED}, 1) != 1) break;
    }
    _exit(0);
}
