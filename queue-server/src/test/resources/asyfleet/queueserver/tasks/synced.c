/*
 * Preloaded into a Redis. Notes how much of each file has reached the disk: the size that FILE had when it was last
 * synchronized stands in FILE.synced. What is behind that size is what a loss of power may take.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int synchronize(int fd, const char *name) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct stat before;
    int known = fstat(fd, &before) == 0 && S_ISREG(before.st_mode);
    int result = real(fd);
    if (!known || result != 0) {
        return result;
    }
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 16);
    if (length > 0) {
        strcpy(path + length, ".synced");
        int note = open(path, O_WRONLY | O_CREAT, 0600);
        if (note >= 0) {
            char size[24];
            int digits = snprintf(size, sizeof size, "%020lld", (long long)before.st_size);
            if (pwrite(note, size, digits, 0) < 0) {
                perror("synced");
            }
            close(note);
        }
    }
    return result;
}

int fdatasync(int fd) {
    return synchronize(fd, "fdatasync");
}

int fsync(int fd) {
    return synchronize(fd, "fsync");
}
