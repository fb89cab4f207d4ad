/*
 * What a stand-in, inside a cell, and a fork server, outside, say to each other over a socket:
 *
 *   stand-in -> server   one byte, with the descriptors below
 *   server -> stand-in   one byte when the copy is confined and about to read its first byte of the task, then, when
 *                        it has ended, its wait status as an int
 *
 * A connection that closes before the first answer means: nothing has happened, run the program yourself.
 */
#ifndef ASYFLEET_HANDOVER_H
#define ASYFLEET_HANDOVER_H

enum { FD_DIRECTORY, FD_INPUT, FD_OUTPUT, FD_ERRORS, FD_PROCESS, FD_COUNT };

#define TAKE_OVER 't'
#define ACCEPTED 'a'

/* Where the stand-ins are inside a cell; TaskPaths.java says the same. */
#define STAND_IN_DIRECTORY "/asyfleet/bin"

/* The stand-in under this name waits for a process that it already is the parent of: wait-for PID CONNECTION. */
#define WAITER_NAME "wait-for"

#endif
