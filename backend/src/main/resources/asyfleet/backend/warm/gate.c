/*
 * Preloaded into asy, latex, pdflatex, dvisvgm and gs. Lets the program run up to its gate, the moment at which it looks
 * for the file named ASYFLEET_GATE, the first that belongs to a task; from there on it serves copies of itself. Up to the
 * gate a program has done only what it does for every task, so a copy goes on exactly as a program started by hand.
 *
 * dvisvgm opens its input first, then lists the files of TeX and the fonts, and only then reads its input: its gate is that
 * first read. Until then it holds /dev/null; a copy puts the task's file in its place. A copy that finds no such file ends
 * before it has accepted anything, and the program is started by hand.
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

/* The descriptor of the file that was opened at the gate and is read later, or -1. */
static int held = -1;

static void forget_environment(void) {
    static const char *const names[] = {"LD_PRELOAD", "ASYFLEET_GATE", "ASYFLEET_ADDRESS",
                                        "ASYFLEET_DIRECTORY", "GC_MARKERS", "TZ"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

static int is_gate(const char *path) {
    if (!gate || !path) return 0;
    return strcmp(strncmp(path, "./", 2) == 0 ? path + 2 : path, gate) == 0;
}

static void wait_here(void) {
    struct input input = {gate, held};
    gate = NULL;
    held = -1;
    prepare_ghostscript();
    serve(input);
    /* What Asymptote prints before it is killed would else be lost in a buffer. */
    if (strcmp(program_invocation_short_name, "asy") == 0) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    forget_environment();
}

static void pass(const char *path) {
    if (is_gate(path)) wait_here();
}

static void pass_reading(int descriptor) {
    if (held >= 0 && descriptor == held) wait_here();
}

static int reads_later(void) {
    return strcmp(program_invocation_short_name, "dvisvgm") == 0;
}

static FILE *open_later(FILE *null) {
    held = null ? fileno(null) : -1;
    return null;
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
    if (held < 0 && is_gate(path) && reads_later()) return open_later(real("/dev/null", mode));
    pass(path);
    return real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    static FILE *(*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "fopen64");
    if (held < 0 && is_gate(path) && reads_later()) return open_later(real("/dev/null", mode));
    pass(path);
    return real(path, mode);
}

ssize_t read(int from, void *to, size_t size) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "read");
    pass_reading(from);
    return real(from, to, size);
}

off_t lseek(int in, off_t offset, int whence) {
    static off_t (*real)(int, off_t, int);
    if (!real) real = dlsym(RTLD_NEXT, "lseek");
    pass_reading(in);
    return real(in, offset, whence);
}

off64_t lseek64(int in, off64_t offset, int whence) {
    static off64_t (*real)(int, off64_t, int);
    if (!real) real = dlsym(RTLD_NEXT, "lseek64");
    pass_reading(in);
    return real(in, offset, whence);
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
