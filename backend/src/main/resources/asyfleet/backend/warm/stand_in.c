/*
 * Stands in for asy, latex, dvisvgm and gs inside a cell, first in the PATH. If a fork server has the same program
 * waiting with the same arguments, a copy of that takes over this process's directory and streams, and this process
 * ends as the copy does. Otherwise, whatever the reason, it becomes the real program.
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
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handover.h"

#define SOCKET_DIRECTORY "/asyfleet/sockets"
#define PRELOADED "/asyfleet/bin/preloaded"
#define REAL_DIRECTORY "/usr/bin"
#define REAL_PATH "/usr/bin:/bin"

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static _Noreturn void become_real(const char *name, char **arguments) {
    char path[256];
    snprintf(path, sizeof path, REAL_DIRECTORY "/%s", name);
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

/* FNV-1a over the arguments, each with its terminator; ServerAddress.java does the same. */
static uint64_t hash_arguments(const char *name, char **arguments) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *argument = name; argument; argument = *++arguments) {
        const unsigned char *byte = (const unsigned char *)argument;
        do hash = (hash ^ *byte) * 0x100000001b3u;
        while (*byte++);
    }
    return hash;
}

static int connect_to_server(const char *name, char **arguments) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, SOCKET_DIRECTORY "/%016llx",
             (unsigned long long)hash_arguments(name, arguments));
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
    if (connection >= 0) close(connection);
    return -1;
}

static int send_descriptors(int connection) {
    int descriptors[FD_COUNT] = {
        [FD_DIRECTORY] = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
        [FD_INPUT] = 0,
        [FD_OUTPUT] = 1,
        [FD_ERRORS] = 2,
        [FD_PROCESS] = (int)syscall(SYS_pidfd_open, getpid(), 0),
    };
    char byte = TAKE_OVER;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof descriptors)];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptors);
    memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
    int sent = sendmsg(connection, &message, MSG_NOSIGNAL) == 1;
    close(descriptors[FD_DIRECTORY]);
    close(descriptors[FD_PROCESS]);
    return sent;
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

static void let_copy_run(int connection) {
    char answer;
    if (!send_descriptors(connection) || read(connection, &answer, 1) != 1 || answer != ACCEPTED) return;
    /* Whoever waits for the end of our streams must wait for the copy only. */
    close(0);
    close(1);
    close(2);
    int status;
    end_as(read(connection, &status, sizeof status) == sizeof status ? status : SIGKILL);
}

/* The parent of a copy: tells the stand-in how it ended, and ends it if the stand-in goes. */
static int wait_for(pid_t copy, int connection) {
    int status = 0;
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
        become_real(name, arguments);
    }
    int connection = connect_to_server(name, arguments);
    if (connection >= 0) {
        let_copy_run(connection);
        close(connection);
    }
    become_real(name, arguments);
}
