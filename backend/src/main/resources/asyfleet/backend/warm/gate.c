/*
 * Preloaded into asy, latex, pdflatex, dvisvgm and gs. Lets the program run up to its gate, the moment at which it looks
 * for the file named ASYFLEET_GATE, the first that belongs to a task; from there on it serves copies of itself. Up to the
 * gate a program has done only what it does for every task, so a copy goes on exactly as a program started by hand.
 *
 * Without ASYFLEET_GATE in the environment, and in a copy, nothing here does anything.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "confine.h"
#include "ghostscript.h"
#include "serve.h"

static const char *gate;
static const char *directory;

static void forget_environment(void) {
    static const char *const names[] = {"LD_PRELOAD", "ASYFLEET_GATE", "ASYFLEET_ADDRESS",
                                        "ASYFLEET_DIRECTORY", "GC_MARKERS", "TZ"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

static void pass(const char *path) {
    if (!gate || !path) return;
    if (strncmp(path, "./", 2) == 0) path += 2;
    if (strcmp(path, gate) != 0) return;
    gate = NULL;
    prepare_ghostscript();
    serve();
    /* What Asymptote prints before it is killed would else be lost in a buffer. */
    if (strcmp(program_invocation_short_name, "asy") == 0) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    forget_environment();
}

__attribute__((constructor)) static void begin(void) {
    if (!getenv("ASYFLEET_GATE")) return;
    if (!read_confinement(0)) _exit(1);
    begin_capture();
    directory = getenv("ASYFLEET_DIRECTORY");
    gate = getenv("ASYFLEET_GATE");
}

int access(const char *path, int mode) {
    static int (*real)(const char *, int);
    if (!real) real = dlsym(RTLD_NEXT, "access");
    pass(path);
    return real(path, mode);
}

FILE *fopen(const char *path, const char *mode) {
    static FILE *(*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "fopen");
    pass(path);
    return real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    static FILE *(*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "fopen64");
    pass(path);
    return real(path, mode);
}

/*
 * A program that remembers where it was started must remember the directory that it will work in, which outside a cell
 * is not there: until the gate it is told that it is in it, and that what it makes there is made.
 */
char *getcwd(char *buffer, size_t size) {
    static char *(*real)(char *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "getcwd");
    if (!gate) return real(buffer, size);
    if (!buffer) return strdup(directory);
    return strlen(directory) < size ? strcpy(buffer, directory) : NULL;
}

int chdir(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "chdir");
    return gate && strcmp(path, directory) == 0 ? 0 : real(path);
}

int mkdir(const char *path, mode_t mode) {
    static int (*real)(const char *, mode_t);
    if (!real) real = dlsym(RTLD_NEXT, "mkdir");
    return gate && strncmp(path, directory, strlen(directory)) == 0 ? 0 : real(path, mode);
}
