/*
 * Stands in for asy, latex, dvisvgm and gs inside a cell, first in the PATH. If a copy of the same program, started with
 * the same arguments, waits in the cell, it takes over this process's directory and streams, and this process ends as the
 * copy does. Otherwise, whatever the reason, it becomes the real program.
 *
 * The file preloaded lists names that the waiting programs have already read from the system. A task that brings a file
 * of such a name would be ignored by them, so it runs the slow way from the beginning.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handover.h"

#define PRELOADED "/asyfleet/bin/preloaded"
#define REAL_DIRECTORY "/usr/bin"
#define REAL_PATH "/usr/bin:/bin"

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Asymptote that writes each line at once: what it prints before it is killed would else be lost in a buffer. */
static void become_line_buffered(const char *path, int count, char **arguments) {
    char *command[count + 3];
    command[0] = "stdbuf";
    command[1] = "-oL";
    command[2] = (char *)path;
    memcpy(command + 3, arguments + 1, count * sizeof *command);
    execv(REAL_DIRECTORY "/stdbuf", command);
}

static _Noreturn void become_real(const char *name, int count, char **arguments) {
    char path[256];
    snprintf(path, sizeof path, REAL_DIRECTORY "/%s", name);
    if (!strcmp(name, "asy")) become_line_buffered(path, count, arguments);
    execv(path, arguments);
    /* What a shell says and answers when there is no such program. */
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    _exit(127);
}

static int brings_preloaded_file(void) {
    FILE *names = fopen(PRELOADED, "re");
    char name[256];
    int found = 0;
    while (names && !found && fgets(name, sizeof name, names)) {
        name[strcspn(name, "\n")] = 0;
        found = access(name, F_OK) == 0;
    }
    if (names) fclose(names);
    return found;
}

/* FNV-1a over the arguments, each with its terminator; ServerSpec.java does the same. */
static uint64_t hash_arguments(const char *name, char **arguments) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *argument = name; argument; argument = *++arguments) {
        const unsigned char *byte = (const unsigned char *)argument;
        do hash = (hash ^ *byte) * 0x100000001b3u;
        while (*byte++);
    }
    return hash;
}

static int connect_to(const char *program, const char *whose) {
    struct sockaddr_un address;
    socklen_t size = address_of(&address, program, whose);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection >= 0 && connect(connection, (struct sockaddr *)&address, size) == 0) return connection;
    if (connection >= 0) close(connection);
    return -1;
}

static int send_request(int connection) {
    struct request request = {{
        [FD_INPUT] = 0,
        [FD_OUTPUT] = 1,
        [FD_ERRORS] = 2,
        [FD_DIRECTORY] = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
    }};
    struct iovec data = {&request, sizeof request};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof request.descriptors)];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof request.descriptors);
    memcpy(CMSG_DATA(header), request.descriptors, sizeof request.descriptors);
    if (sendmsg(connection, &message, MSG_NOSIGNAL) == sizeof request) return 1;
    if (errno != ETOOMANYREFS) return 0;
    /* Where a process may only be looked into by its parents, this lets the copy do it. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    return send(connection, &request, sizeof request, MSG_NOSIGNAL) == sizeof request;
}

/* Ends this process as another one ended, so that our parent sees no difference. */
static _Noreturn void end_as(int status) {
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
        /* SIGPIPE and the like may be blocked in us; the shell's number for it is the next best. */
        _exit(128 + WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

static void let_copy_run(const char *program) {
    char answer;
    int status, copy = connect_to(program, OF_COPY), waiter = copy < 0 ? -1 : connect_to(program, OF_WAITER);
    if (waiter >= 0 && send_request(copy) && read(copy, &answer, 1) == 1 && answer == ACCEPTED) {
        /* Whoever waits for the end of our streams must wait for the copy only. */
        for (int stream = 0; stream < 3; stream++) close(stream);
        end_as(read(waiter, &status, sizeof status) == sizeof status ? status : SIGKILL);
    }
    close(copy);
    close(waiter);
}

/* The parent of a copy: tells the stand-in how it ended, and ends it if the stand-in goes. */
static int wait_for(pid_t copy, int listener) {
    int status = 0, connection;
    do connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (connection < 0 && errno == EINTR);
    close(listener);
    struct pollfd ends[] = {
        {.fd = (int)syscall(SYS_pidfd_open, copy, 0), .events = POLLIN},
        {.fd = connection, .events = POLLIN},
    };
    while (poll(ends, 2, -1) < 0 && errno == EINTR) {
    }
    if (!ends[0].revents) kill(copy, SIGKILL);
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    send(connection, &status, sizeof status, MSG_NOSIGNAL);
    return 0;
}

int main(int count, char **arguments) {
    const char *name = base_name(arguments[0]);
    if (!strcmp(name, WAITER_NAME)) return count == 3 ? wait_for(atoi(arguments[1]), atoi(arguments[2])) : 2;
    if (!strcmp(name, "asy") && brings_preloaded_file()) {
        unsetenv("TEXFORMATS");
        setenv("PATH", REAL_PATH, 1);
        become_real(name, count, arguments);
    }
    char program[17];
    snprintf(program, sizeof program, "%016llx", (unsigned long long)hash_arguments(name, arguments));
    let_copy_run(program);
    become_real(name, count, arguments);
}
