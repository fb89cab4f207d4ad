/*
 * The fork server: a program that waits at its gate, and makes a copy of itself for each stand-in that connects.
 *
 *   server ── carrier (joins the cell's namespaces, but not its PID namespace)
 *               └─ guest (inside, ends at once, so that the next belongs to the cell's first process)
 *                    └─ parent (becomes a waiter, which tells the stand-in how the copy ended)
 *                         └─ copy (goes on from the gate, with the stand-in's directory and streams)
 *
 * The server reads nothing that a task wrote: not even the request, which its carrier reads. A carrier that gets no
 * complete request within a second gives up; the number of carriers is bounded, and who connects beyond it waits.
 */
#define _GNU_SOURCE
#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine.h"
#include "handover.h"

#define MAX_CARRIERS 16
#define REQUEST_SECONDS 1
#define REAP_MILLIS 200
#define WAITING_NAME "fork-server"

static int captured = -1;
static int announcement = -1;
static char program_name[16];

void begin_capture(void) {
    captured = memfd_create("captured", MFD_CLOEXEC);
    announcement = fcntl(1, F_DUPFD_CLOEXEC, 3);
    if (captured < 0 || announcement < 0 || dup2(captured, 1) < 0) _exit(1);
}

static int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path) _exit(1);
    strcpy(address.sun_path, path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || chmod(path, 0666) || listen(listener, 128)) {
        perror(path);
        _exit(1);
    }
    return listener;
}

static void announce(void) {
    if (write(announcement, "ready\n", 6) != 6) _exit(1);
    close(announcement);
}

/* Waits for carriers that have ended, or, if there are as many as there may be, for the next one to end. */
static void reap_carriers(int *carriers) {
    while (*carriers > 0 && waitpid(-1, NULL, *carriers >= MAX_CARRIERS ? 0 : WNOHANG) > 0) --*carriers;
}

/* Our standard input is a pipe from the backend that is never written to: its end is the backend's. */
static int accept_next(int listener, int *carriers) {
    struct pollfd events[] = {{.fd = listener, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
    for (;;) {
        int count = poll(events, 2, *carriers > 0 ? REAP_MILLIS : -1);
        reap_carriers(carriers);
        if (count > 0 && events[1].revents) _exit(0);
        int connection = count > 0 ? accept4(listener, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (connection >= 0) return connection;
    }
}

static int receive_descriptors(int connection, int descriptors[FD_COUNT]) {
    struct timeval patience = {.tv_sec = REQUEST_SECONDS};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char byte = 0;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * FD_COUNT)];
    } control;
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != 1 || byte != TAKE_OVER) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int) * FD_COUNT) || message.msg_flags & MSG_CTRUNC)
        return 0;
    memcpy(descriptors, CMSG_DATA(header), sizeof(int) * FD_COUNT);
    return 1;
}

/* Only processes of our own user have cells that we can join; this says so before we try. */
static int is_our_user(int connection) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid();
}

static int replay_captured(void) {
    off_t from = 0;
    off_t end = lseek(captured, 0, SEEK_END);
    while (from < end)
        if (sendfile(1, captured, &from, end - from) <= 0) return 0;
    close(captured);
    return 1;
}

static int take_streams(int descriptors[FD_COUNT]) {
    if (fchdir(descriptors[FD_DIRECTORY])) return 0;
    for (int stream = 0; stream < 3; stream++)
        if (dup2(descriptors[FD_INPUT + stream], stream) < 0) return 0;
    for (int i = 0; i < FD_COUNT; i++) close(descriptors[i]);
    return 1;
}

static _Noreturn void become_waiter(pid_t copy, int connection, int descriptors[FD_COUNT]) {
    char pid[16], socket[16];
    snprintf(pid, sizeof pid, "%d", copy);
    snprintf(socket, sizeof socket, "%d", connection);
    for (int i = 0; i < FD_COUNT; i++) close(descriptors[i]);
    for (int stream = 0; stream < 3; stream++) close(stream);
    fcntl(connection, F_SETFD, 0);
    char *arguments[] = {WAITER_NAME, pid, socket, NULL}, *environment[] = {NULL};
    execve(STAND_IN_DIRECTORY "/" WAITER_NAME, arguments, environment);
    kill(copy, SIGKILL);
    _exit(1);
}

/* Goes on in a child, which has to end for the parent to end: a cell is gone only when its last zombie is. */
static void leave_to_child(void) {
    pid_t child = fork();
    if (child == 0) return;
    if (child > 0) waitpid(child, NULL, 0);
    _exit(0);
}

/* In the carrier. Returns in the copy. */
static void become_copy(int connection) {
    int descriptors[FD_COUNT];
    if (!is_our_user(connection) || !receive_descriptors(connection, descriptors) ||
        !join_cell(descriptors[FD_PROCESS]))
        _exit(1);
    leave_to_child();
    if (!give_up_powers()) _exit(1);
    if (fork() != 0) _exit(0);
    pid_t copy = fork();
    if (copy < 0) _exit(1);
    if (copy > 0) become_waiter(copy, connection, descriptors);
    /* A program that signals its whole group, as asy does if it cannot start TeX, must not meet the waiter there. */
    setsid();
    prctl(PR_SET_NAME, program_name);
    prctl(PR_SET_DUMPABLE, 1);
    char answer = ACCEPTED;
    if (!take_streams(descriptors) || send(connection, &answer, 1, MSG_NOSIGNAL) != 1 || !replay_captured()) _exit(1);
    close(connection);
}

void serve(void) {
    int carriers = 0;
    int listener = listen_at(getenv("ASYFLEET_SOCKET"));
    prctl(PR_GET_NAME, program_name);
    prctl(PR_SET_NAME, WAITING_NAME);
    announce();
    for (;;) {
        int connection = accept_next(listener, &carriers);
        pid_t carrier = fork();
        if (carrier == 0) {
            close(listener);
            become_copy(connection);
            return;
        }
        carriers += carrier > 0;
        close(connection);
    }
}
