#ifndef ASYFLEET_GHOSTSCRIPT_H
#define ASYFLEET_GHOSTSCRIPT_H

/* Starts the Ghostscript interpreter that dvisvgm will ask for; nothing in other programs. */
void prepare_ghostscript(void);

#endif
