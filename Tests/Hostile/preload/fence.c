/* A library for LD_PRELOAD that stands for a disk of the network: it cuts a program off from a file, or lets it wait.
 *
 *     FENCE_PATH   a folder of markers: while it has X.fenced, every use of a file whose name begins with X fails, as on a
 *                  machine that was cut off; while it has X.stuck, opening one waits; with X.cut it is cut off before the next
 *                  sync: what is written is thrown away, and the sync says that all is well, as that of ceph-fuse does;
 *                  with X.slow each sync takes three seconds
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

/* The marker for a file; 0 if it can have none. */
static int find_marker(const char *path, const char *ending, char marker[PATH_MAX]) {
    const char *folder = getenv("FENCE_PATH");
    const char *name = strrchr(path, '/');
    const char *end = name ? strstr(name, ".sqlite") : NULL;
    if (!folder || !end) return 0;
    return snprintf(marker, PATH_MAX, "%s%.*s%s", folder, (int)(end - name), name, ending) < PATH_MAX;
}

/* Whether there is a marker for a file. */
static int is_marked(const char *path, const char *ending) {
    char marker[PATH_MAX];
    if (!find_marker(path, ending, marker)) return 0;
    int saved = errno;
    int is_there = syscall(SYS_access, marker, F_OK) == 0;
    errno = saved;
    return is_there;
}

/* The path of an open file; 0 if it has none. */
static int find_path(int descriptor, char path[PATH_MAX]) {
    char link[64];
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    errno = saved;
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}

static int is_open_marked(int descriptor, const char *ending) {
    char path[PATH_MAX];
    return find_path(descriptor, path) && is_marked(path, ending);
}

static int is_fenced(int descriptor) { return is_open_marked(descriptor, ".fenced"); }

/* Turns a marker X.cut, if there is one, into X.fenced. */
static int is_cut_now(int descriptor) {
    char path[PATH_MAX], cut[PATH_MAX], fenced[PATH_MAX];
    return find_path(descriptor, path) && find_marker(path, ".cut", cut)
        && find_marker(path, ".fenced", fenced) && rename(cut, fenced) == 0;
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
        if (is_open_marked(descriptor, ".cut")) return count;                     \
        return real(descriptor, bytes, count, offset);                            \
    }

#define STATUS_FUNCTION(name, result)                                        \
    int name(int descriptor, struct result *status) {                        \
        REAL(int, #name, int, struct result *);                              \
        REFUSE(is_fenced(descriptor), ENOENT);                               \
        return real(descriptor, status);                                     \
    }

STATUS_FUNCTION(fstat, stat)
STATUS_FUNCTION(fstat64, stat64)

PREAD_FUNCTION(pread)
PREAD_FUNCTION(pread64)
PWRITE_FUNCTION(pwrite)
PWRITE_FUNCTION(pwrite64)

#define SYNC_FUNCTION(name)                                                  \
    int name(int descriptor) {                                               \
        REAL(int, #name, int);                                               \
        REFUSE(is_fenced(descriptor), EIO);                                  \
        if (is_cut_now(descriptor)) return 0;                                \
        if (is_open_marked(descriptor, ".slow")) sleep(3);                   \
        return real(descriptor);                                             \
    }

SYNC_FUNCTION(fsync)
SYNC_FUNCTION(fdatasync)
