#ifndef ASYFLEET_SERVE_H
#define ASYFLEET_SERVE_H

/* Called first of all: keeps what the program writes until the gate, for every copy to write again. */
void begin_capture(void);

/* Serves copies of the calling process until the backend is gone; returns in each copy, which is confined by then. */
void serve(void);

#endif
