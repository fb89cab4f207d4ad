#ifndef ASYFLEET_CONFINE_H
#define ASYFLEET_CONFINE_H

/* Reads what cells are confined by, once, from what the backend writes to the server first. 0 if that is not possible. */
int read_confinement(int from);

/* Takes the calling process into the namespaces of another one. Only its children are in the PID namespace. 0 if not. */
int join_cell(int process);

/* Gives up for ever what a cell's processes do not have: capabilities, processes, system calls. 0 if not. */
int give_up_powers(void);

#endif
