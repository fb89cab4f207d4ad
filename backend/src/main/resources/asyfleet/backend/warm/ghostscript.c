/*
 * dvisvgm starts a Ghostscript interpreter inside itself, always with the same arguments, but only after it has opened
 * its input, and has it run always the same first program, its prologue. (The last argument is only for versions that
 * have two interpreters of PDF.) Here both are done at the gate instead, and the interpreter is handed out when dvisvgm
 * asks for one. Nor is it taken down again: the end of the process, which follows, does that faster. (dvisvgm writes the
 * fonts of a picture in the order of their addresses in memory, so this can change the order of definitions in its output,
 * and nothing else.)
 *
 * The prologue is a constant of dvisvgm, found in its memory by how it begins; what it prints is kept, and said again when
 * dvisvgm asks for it. A dvisvgm without such a constant runs its prologue itself. One that asks for other arguments than
 * these, or for another first program, is refused. The backend sees that when it tries a fork server out, before the first
 * task, and does without.
 */
#define _GNU_SOURCE
#include "ghostscript.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

typedef int (*reader)(void *caller, char *text, int length);
typedef int (*writer)(void *caller, const char *text, int length);

static const char *const ARGUMENTS[] = {
    "gs",          "-q",           "-dNODISPLAY", "-dNOPAUSE", "-dWRITESYSTEMDICT", "-dNOPROMPT",
    "-dDELAYBIND", "-dDELAYSAFER", "-dALLOWPSTRANSPARENCY", "-dNEWPDF=false"};
#define ARGUMENT_COUNT ((int)(sizeof ARGUMENTS / sizeof *ARGUMENTS))
#define FATAL_ERROR (-100)

#define PROLOGUE_BEGINS "<</Install{matrix setmatrix}/HWResolution[72 72]"
#define MOST_PRINTED 4096

/* From Ghostscript 10.02 on there is one interpreter of PDF. */
#define ONE_INTERPRETER 10020

/* As iapi.h has it. */
struct revision {
    const char *product, *copyright;
    long number, date;
};

static void *prepared;
static void *asking;
static int in_use;

static writer print;
static const char *prologue; /* until dvisvgm has asked for it */
static char printed[MOST_PRINTED];
static int printed_length;
static int prologue_result;

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static int begin_string(void *instance, int errors, int *code) {
    int (*real)(void *, int, int *) = next("gsapi_run_string_begin");
    return real ? real(instance, errors, code) : FATAL_ERROR;
}

static int continue_string(void *instance, const char *text, unsigned length, int errors, int *code) {
    static int (*real)(void *, const char *, unsigned, int, int *);
    if (!real) real = next("gsapi_run_string_continue");
    return real ? real(instance, text, length, errors, code) : FATAL_ERROR;
}

static int keep(void *caller, const char *text, int length) {
    (void)caller;
    if (length > MOST_PRINTED - printed_length) return FATAL_ERROR;
    memcpy(printed + printed_length, text, length);
    printed_length += length;
    return length;
}

static int refuse(void *caller, const char *text, int length) {
    (void)caller, (void)text, (void)length;
    return FATAL_ERROR;
}

static int read_nothing(void *caller, char *text, int length) {
    (void)caller, (void)text, (void)length;
    return 0;
}

/* Of the first object, which is the program itself, the segments that it cannot change. */
static int find_prologue(struct dl_phdr_info *object, size_t size, void *found) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const char *start = (const char *)(object->dlpi_addr + segment->p_vaddr), *text;
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        text = memmem(start, segment->p_memsz, PROLOGUE_BEGINS, strlen(PROLOGUE_BEGINS));
        if (text && memchr(text, 0, start + segment->p_memsz - text)) *(const char **)found = text;
    }
    return 1;
}

/* 0 if the interpreter is of no use after that. */
static int run_prologue(void *instance) {
    int (*set_stdio)(void *, reader, writer, writer) = next("gsapi_set_stdio");
    const char *text = NULL;
    int begin_code = 0, code = 0;
    dl_iterate_phdr(find_prologue, &text);
    if (!text) return 1;
    if (!set_stdio || set_stdio(instance, read_nothing, keep, refuse)) return 0;
    if (begin_string(instance, 0, &begin_code) || begin_code) return 0;
    prologue_result = continue_string(instance, text, strlen(text), 0, &code);
    prologue = text;
    return code == 0;
}

static int argument_count(void) {
    int (*revision)(struct revision *, int) = next("gsapi_revision");
    struct revision known;
    int one = revision && revision(&known, sizeof known) == 0 && known.number >= ONE_INTERPRETER;
    return one ? ARGUMENT_COUNT - 1 : ARGUMENT_COUNT;
}

void prepare_ghostscript(void) {
    int (*new_instance)(void **, void *) = next("gsapi_new_instance");
    int (*init)(void *, int, char **) = next("gsapi_init_with_args");
    void *instance = NULL; /* Anything else would be taken for an interpreter to share with. */
    if (!in_use && new_instance && init && new_instance(&instance, NULL) == 0 &&
        init(instance, argument_count(), (char **)ARGUMENTS) == 0 && run_prologue(instance))
        prepared = instance;
    else
        prologue = NULL;
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
    if (count != argument_count()) return FATAL_ERROR;
    for (int i = 0; i < count; i++)
        if (strcmp(arguments[i], ARGUMENTS[i]) != 0) return FATAL_ERROR;
    return 0;
}

/* The prepared interpreter was made before anybody could be named to its callbacks. */
int gsapi_set_stdio(void *instance, reader in, writer out, writer error) {
    if (instance != prepared)
        return ((int (*)(void *, reader, writer, writer))next("gsapi_set_stdio"))(instance, in, out, error);
    int (*with_handle)(void *, reader, writer, writer, void *) = next("gsapi_set_stdio_with_handle");
    print = out;
    return with_handle ? with_handle(instance, in, out, error, asking) : FATAL_ERROR;
}

int gsapi_run_string_begin(void *instance, int errors, int *code) {
    if (instance != prepared || !prologue) return begin_string(instance, errors, code);
    *code = 0;
    return 0;
}

int gsapi_run_string_continue(void *instance, const char *text, unsigned length, int errors, int *code) {
    if (instance != prepared || !prologue) return continue_string(instance, text, length, errors, code);
    if (length != strlen(prologue) || memcmp(text, prologue, length) != 0) {
        *code = FATAL_ERROR;
        return FATAL_ERROR;
    }
    prologue = NULL;
    if (printed_length > 0) print(asking, printed, printed_length);
    *code = 0;
    return prologue_result;
}

int gsapi_exit(void *instance) {
    return instance == prepared ? 0 : ((int (*)(void *))next("gsapi_exit"))(instance);
}

void gsapi_delete_instance(void *instance) {
    if (instance != prepared) ((void (*)(void *))next("gsapi_delete_instance"))(instance);
}
