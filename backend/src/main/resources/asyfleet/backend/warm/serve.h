#ifndef ASYFLEET_SERVE_H
#define ASYFLEET_SERVE_H

#include <stddef.h>

/* All of it or nothing: 0 at the end of what can be read. */
int read_fully(int from, void *to, size_t size);

/* Called first of all: keeps what the program writes until the gate, for every copy to write again. */
void begin_capture(void);

/* A file of the task that the program takes for opened, by its name; the descriptor is -1 if it has not opened it. */
struct input {
    const char *name;
    int descriptor;
};

/*
 * Serves copies of the calling process until the backend is gone; returns in each copy, when that is inside a cell,
 * confined, has been asked for, and has its input.
 */
void serve(struct input input);

#endif
