/*
 * What a stand-in and a copy, both inside one cell, say to each other. A copy waits at an address that begins with a zero
 * byte: such an address belongs to a network namespace, and each cell has its own.
 *
 *   stand-in -> copy     a request, with the descriptors below
 *   copy -> stand-in     one byte when it has them and is about to read its first byte of the task
 *   waiter -> stand-in   over a second connection, when the copy has ended: its wait status as an int
 *
 * A connection that closes before the copy's answer means: nothing has happened, run the program yourself. A copy takes
 * one request; who asks later is refused.
 */
#ifndef ASYFLEET_HANDOVER_H
#define ASYFLEET_HANDOVER_H

#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { FD_INPUT, FD_OUTPUT, FD_ERRORS, FD_DIRECTORY, FD_COUNT };

/*
 * The numbers of the descriptors in the stand-in. They come with the request; if the kernel refuses to carry them, because
 * other cells of the same user have too many under way, the copy takes them by these numbers.
 */
struct request {
    int descriptors[FD_COUNT];
};

#define ACCEPTED 'a'

/* Where the stand-ins are inside a cell; Preparation.java says the same. */
#define STAND_IN_DIRECTORY "/asyfleet/bin"

/* The stand-in under this name waits for a process that it already is the parent of: wait-for PID LISTENER. */
#define WAITER_NAME "wait-for"

#define OF_COPY "copy"
#define OF_WAITER "waiter"

/* The address of a program's copy or waiter; the program is named by the hash of its arguments, in hexadecimal. */
static inline socklen_t address_of(struct sockaddr_un *address, const char *program, const char *whose) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "asyfleet/%s/%s", program, whose);
    return offsetof(struct sockaddr_un, sun_path) + 1 + length;
}

#endif
