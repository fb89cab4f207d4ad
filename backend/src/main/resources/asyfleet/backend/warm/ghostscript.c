/*
 * dvisvgm starts a Ghostscript interpreter inside itself, always with the same arguments, but only after it has opened
 * its input. Here the interpreter is started at the gate instead, and handed out when dvisvgm asks for one. Nor is it
 * taken down again: the end of the process, which follows, does that faster. (dvisvgm writes the fonts of a picture in
 * the order of their addresses in memory, so this can change the order of definitions in its output, and nothing else.)
 *
 * A dvisvgm that asks for other arguments than these is refused. The backend sees that when it tries a fork server out,
 * before the first task, and does without.
 */
#define _GNU_SOURCE
#include "ghostscript.h"

#include <dlfcn.h>
#include <string.h>

typedef int (*reader)(void *caller, char *text, int length);
typedef int (*writer)(void *caller, const char *text, int length);

static const char *const ARGUMENTS[] = {
    "gs",          "-q",           "-dNODISPLAY", "-dNOPAUSE", "-dWRITESYSTEMDICT", "-dNOPROMPT",
    "-dDELAYBIND", "-dDELAYSAFER", "-dALLOWPSTRANSPARENCY", "-dNEWPDF=false"};
#define ARGUMENT_COUNT ((int)(sizeof ARGUMENTS / sizeof *ARGUMENTS))
#define FATAL_ERROR (-100)

static void *prepared;
static void *asking;
static int in_use;

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

void prepare_ghostscript(void) {
    int (*new_instance)(void **, void *) = next("gsapi_new_instance");
    int (*init)(void *, int, char **) = next("gsapi_init_with_args");
    void *instance = NULL; /* Anything else would be taken for an interpreter to share with. */
    if (!in_use && new_instance && init && new_instance(&instance, NULL) == 0 &&
        init(instance, ARGUMENT_COUNT, (char **)ARGUMENTS) == 0)
        prepared = instance;
}

int gsapi_new_instance(void **instance, void *caller) {
    in_use = 1;
    if (!prepared) return ((int (*)(void **, void *))next("gsapi_new_instance"))(instance, caller);
    *instance = prepared;
    asking = caller;
    return 0;
}

int gsapi_init_with_args(void *instance, int count, char **arguments) {
    if (instance != prepared)
        return ((int (*)(void *, int, char **))next("gsapi_init_with_args"))(instance, count, arguments);
    if (count != ARGUMENT_COUNT) return FATAL_ERROR;
    for (int i = 0; i < count; i++)
        if (strcmp(arguments[i], ARGUMENTS[i]) != 0) return FATAL_ERROR;
    return 0;
}

/* The prepared interpreter was made before anybody could be named to its callbacks. */
int gsapi_set_stdio(void *instance, reader in, writer out, writer error) {
    if (instance != prepared)
        return ((int (*)(void *, reader, writer, writer))next("gsapi_set_stdio"))(instance, in, out, error);
    int (*with_handle)(void *, reader, writer, writer, void *) = next("gsapi_set_stdio_with_handle");
    return with_handle ? with_handle(instance, in, out, error, asking) : FATAL_ERROR;
}

int gsapi_exit(void *instance) {
    return instance == prepared ? 0 : ((int (*)(void *))next("gsapi_exit"))(instance);
}

void gsapi_delete_instance(void *instance) {
    if (instance != prepared) ((void (*)(void *))next("gsapi_delete_instance"))(instance);
}
