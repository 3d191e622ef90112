/* A library for LD_PRELOAD that stands for a disk of the network: it cuts a program off from a file, or lets it wait.
 *
 *     FENCE_PATH   a folder of markers: while it has X.fenced, every use of a file whose name begins with X fails, as on a
 *                  machine that was cut off; while it has X.stuck, opening one waits
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether there is a marker for a file. */
static int is_marked(const char *path, const char *ending) {
    char marker[PATH_MAX];
    const char *folder = getenv("FENCE_PATH");
    const char *name = strrchr(path, '/');
    const char *end = name ? strstr(name, ".sqlite") : NULL;
    if (!folder || !end) return 0;
    snprintf(marker, sizeof marker, "%s%.*s%s", folder, (int)(end - name), name, ending);
    int saved = errno;
    int is_there = syscall(SYS_access, marker, F_OK) == 0;
    errno = saved;
    return is_there;
}

static int is_fenced(int descriptor) {
    char link[64], target[PATH_MAX];
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, target, sizeof target - 1);
    errno = saved;
    if (length < 0) return 0;
    target[length] = 0;
    return is_marked(target, ".fenced");
}

#define REAL(type, name, ...)                                                \
    static type (*real)(__VA_ARGS__);                                        \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define REFUSE(condition, number)                                            \
    if (condition) {                                                         \
        errno = number;                                                      \
        return -1;                                                           \
    }

#define OPEN_FUNCTION(name)                                                  \
    int name(const char *path, int flags, ...) {                             \
        REAL(int, #name, const char *, int, ...);                            \
        va_list arguments;                                                   \
        va_start(arguments, flags);                                          \
        mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;       \
        va_end(arguments);                                                   \
        while (is_marked(path, ".stuck")) usleep(10000);                     \
        REFUSE(is_marked(path, ".fenced"), ESHUTDOWN);                       \
        return real(path, flags, mode);                                      \
    }

OPEN_FUNCTION(open)
OPEN_FUNCTION(open64)

#define ACCESS_FUNCTION(name, result)                                        \
    int name(const char *path, result) {                                     \
        REAL(int, #name, const char *, result);                              \
        REFUSE(is_marked(path, ".fenced"), ESHUTDOWN);

ACCESS_FUNCTION(access, int mode) return real(path, mode); }
ACCESS_FUNCTION(stat, struct stat *status) return real(path, status); }
ACCESS_FUNCTION(stat64, struct stat64 *status) return real(path, status); }

#define PREAD_FUNCTION(name)                                                 \
    ssize_t name(int descriptor, void *bytes, size_t count, off_t offset) {  \
        REAL(ssize_t, #name, int, void *, size_t, off_t);                    \
        REFUSE(is_fenced(descriptor), EIO);                                  \
        return real(descriptor, bytes, count, offset);                       \
    }

#define PWRITE_FUNCTION(name)                                                     \
    ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) { \
        REAL(ssize_t, #name, int, const void *, size_t, off_t);                   \
        REFUSE(is_fenced(descriptor), EIO);                                       \
        return real(descriptor, bytes, count, offset);                            \
    }

PREAD_FUNCTION(pread)
PREAD_FUNCTION(pread64)
PWRITE_FUNCTION(pwrite)
PWRITE_FUNCTION(pwrite64)

#define SYNC_FUNCTION(name)                                                  \
    int name(int descriptor) {                                               \
        REAL(int, #name, int);                                               \
        REFUSE(is_fenced(descriptor), EIO);                                  \
        return real(descriptor);                                             \
    }

SYNC_FUNCTION(fsync)
SYNC_FUNCTION(fdatasync)
