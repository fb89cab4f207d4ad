#ifndef ASYFLEET_SERVE_H
#define ASYFLEET_SERVE_H

#include <stddef.h>

/* All of it or nothing: 0 at the end of what can be read. */
int read_fully(int from, void *to, size_t size);

/* Called first of all: keeps what the program writes until the gate, for every copy to write again. */
void begin_capture(void);

/*
 * Serves copies of the calling process until the backend is gone; returns in each copy, when that is inside a cell,
 * confined, and has been asked for.
 */
void serve(void);

#endif
