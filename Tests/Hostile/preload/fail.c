/* A library for LD_PRELOAD that makes a chosen call of the C library fail, come up short, or kill the program.
 *
 *     FAIL_CALL    which calls: one of the names below
 *     FAIL_AT      which of them, from 1
 *     FAIL_WITH    what happens: a number (the call fails with this errno), "short" (half of the bytes),
 *                  "kill-before" and "kill-after" (SIGKILL right before or after the call), and
 *                  "lie" (the call does nothing and says that it has done it: no program survives that, so it
 *                  shows that the checks see what is lost)
 *     FAIL_LASTS   "1": every later call fails as well, as on a disk that stays full
 *     FAIL_PATH    only calls on files whose path contains this text are counted
 *     FAIL_COUNTS  a file of one number of eight bytes for each name, which is counted up as calls are made;
 *                  the last number is the calls that were made to fail
 *
 * Variants of a call (pwrite64, openat, fdatasync, …) count as one name.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OPEN, READ, PREAD, WRITE, PWRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, MMAP, CLOSE, CHMOD, LOCK, NAMES };

static const char *const names[NAMES] = {
    "open", "read", "pread", "write", "pwrite", "fsync", "ftruncate", "rename", "link", "unlink", "mkdir", "mmap",
    "close", "chmod", "lock",
};

enum verdict { PASS, FAIL, SHORT, LIE, KILL_AFTER };

static int failing_call = -1;
static uint64_t failing_number;
static const char *effect = "";
static const char *wanted_path = "";
static int lasts;
static uint64_t own_counts[NAMES + 1];
static uint64_t *counts = own_counts;

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

/* The counters live in a file, so that they are there after the program was killed. */
static void map_counts(const char *path) {
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *memory = (void *)syscall(SYS_mmap, NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory != MAP_FAILED) counts = memory;
    syscall(SYS_close, descriptor);
}

__attribute__((constructor)) static void start(void) {
    const char *call = variable("FAIL_CALL");
    for (int index = 0; index < NAMES; index++)
        if (strcmp(call, names[index]) == 0) failing_call = index;
    failing_number = strtoull(variable("FAIL_AT"), NULL, 10);
    effect = variable("FAIL_WITH");
    wanted_path = variable("FAIL_PATH");
    lasts = *variable("FAIL_LASTS") == '1';
    if (*variable("FAIL_COUNTS")) map_counts(variable("FAIL_COUNTS"));
}

static int is_wanted(int descriptor, const char *path) {
    char link[64], target[PATH_MAX];
    if (!*wanted_path) return 1;
    if (!path) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, target, sizeof target - 1);
        if (length < 0) return 0;
        target[length] = 0;
        path = target;
    }
    return strstr(path, wanted_path) != NULL;
}

/* Counts a call, and says what becomes of it. */
static enum verdict judge(int call, int descriptor, const char *path) {
    int saved = errno;
    int is_ours = is_wanted(descriptor, path);
    errno = saved;
    if (!is_ours) return PASS;
    uint64_t number = __atomic_add_fetch(&counts[call], 1, __ATOMIC_SEQ_CST);
    if (call != failing_call || failing_number == 0) return PASS;
    if (number != failing_number && !(lasts && number > failing_number)) return PASS;
    __atomic_add_fetch(&counts[NAMES], 1, __ATOMIC_SEQ_CST);
    if (strcmp(effect, "kill-before") == 0) kill(getpid(), SIGKILL);
    if (strcmp(effect, "kill-after") == 0) return KILL_AFTER;
    if (strcmp(effect, "short") == 0) return SHORT;
    if (strcmp(effect, "lie") == 0) return LIE;
    errno = atoi(effect);
    return FAIL;
}

/* Gives the answer of a call, unless the program is to die of it. */
static long answered(enum verdict verdict, long answer) {
    if (verdict == KILL_AFTER) kill(getpid(), SIGKILL);
    return answer;
}

static size_t half(enum verdict verdict, size_t count) {
    return verdict == SHORT && count > 1 ? count / 2 : count;
}

#define REAL(type, name, ...)                                                \
    static type (*real)(__VA_ARGS__);                                        \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* Judges the call, and answers what fails or lies without making it. */
#define JUDGE(call, descriptor, path, lie)                                   \
    enum verdict verdict = judge(call, descriptor, path);                    \
    if (verdict == FAIL) return -1;                                          \
    if (verdict == LIE) return lie

#define MODE(flags)                                                          \
    mode_t mode = 0;                                                         \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                 \
        va_list arguments;                                                   \
        va_start(arguments, flags);                                          \
        mode = va_arg(arguments, mode_t);                                    \
        va_end(arguments);                                                   \
    }

#define OPEN_FUNCTION(name)                                                  \
    int name(const char *path, int flags, ...) {                             \
        REAL(int, #name, const char *, int, ...);                            \
        MODE(flags)                                                          \
        JUDGE(OPEN, -1, path, -1);                                           \
        return (int)answered(verdict, real(path, flags, mode));              \
    }

#define OPENAT_FUNCTION(name)                                                \
    int name(int folder, const char *path, int flags, ...) {                 \
        REAL(int, #name, int, const char *, int, ...);                       \
        MODE(flags)                                                          \
        JUDGE(OPEN, -1, path, -1);                                           \
        return (int)answered(verdict, real(folder, path, flags, mode));      \
    }

OPEN_FUNCTION(open)
OPEN_FUNCTION(open64)
OPENAT_FUNCTION(openat)
OPENAT_FUNCTION(openat64)

ssize_t read(int descriptor, void *bytes, size_t count) {
    REAL(ssize_t, "read", int, void *, size_t);
    JUDGE(READ, descriptor, NULL, 0);
    return answered(verdict, real(descriptor, bytes, half(verdict, count)));
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    JUDGE(WRITE, descriptor, NULL, (ssize_t)count);
    return answered(verdict, real(descriptor, bytes, half(verdict, count)));
}

#define PREAD_FUNCTION(name)                                                                  \
    ssize_t name(int descriptor, void *bytes, size_t count, off_t offset) {                   \
        REAL(ssize_t, #name, int, void *, size_t, off_t);                                     \
        JUDGE(PREAD, descriptor, NULL, 0);                                                    \
        return answered(verdict, real(descriptor, bytes, half(verdict, count), offset));      \
    }

#define PWRITE_FUNCTION(name)                                                                 \
    ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) {             \
        REAL(ssize_t, #name, int, const void *, size_t, off_t);                               \
        JUDGE(PWRITE, descriptor, NULL, (ssize_t)count);                                      \
        return answered(verdict, real(descriptor, bytes, half(verdict, count), offset));      \
    }

PREAD_FUNCTION(pread)
PREAD_FUNCTION(pread64)
PWRITE_FUNCTION(pwrite)
PWRITE_FUNCTION(pwrite64)

#define SYNC_FUNCTION(name)                                                  \
    int name(int descriptor) {                                               \
        REAL(int, #name, int);                                               \
        JUDGE(SYNC, descriptor, NULL, 0);                                    \
        return (int)answered(verdict, real(descriptor));                     \
    }

SYNC_FUNCTION(fsync)
SYNC_FUNCTION(fdatasync)

#define TRUNCATE_FUNCTION(name)                                              \
    int name(int descriptor, off_t length) {                                 \
        REAL(int, #name, int, off_t);                                        \
        JUDGE(TRUNCATE, descriptor, NULL, 0);                                \
        return (int)answered(verdict, real(descriptor, length));             \
    }

TRUNCATE_FUNCTION(ftruncate)
TRUNCATE_FUNCTION(ftruncate64)

#define TWO_PATHS_FUNCTION(call, name)                                       \
    int name(const char *from, const char *to) {                             \
        REAL(int, #name, const char *, const char *);                        \
        JUDGE(call, -1, to, 0);                                              \
        return (int)answered(verdict, real(from, to));                       \
    }

TWO_PATHS_FUNCTION(RENAME, rename)
TWO_PATHS_FUNCTION(LINK, link)

int renameat(int old, const char *from, int new, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    JUDGE(RENAME, -1, to, 0);
    return (int)answered(verdict, real(old, from, new, to));
}

int renameat2(int old, const char *from, int new, const char *to, unsigned int flags) {
    REAL(int, "renameat2", int, const char *, int, const char *, unsigned int);
    JUDGE(RENAME, -1, to, 0);
    return (int)answered(verdict, real(old, from, new, to, flags));
}

int linkat(int old, const char *from, int new, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    JUDGE(LINK, -1, to, 0);
    return (int)answered(verdict, real(old, from, new, to, flags));
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    JUDGE(UNLINK, -1, path, 0);
    return (int)answered(verdict, real(path));
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    JUDGE(UNLINK, -1, path, 0);
    return (int)answered(verdict, real(folder, path, flags));
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    JUDGE(MKDIR, -1, path, 0);
    return (int)answered(verdict, real(path, mode));
}

int mkdirat(int folder, const char *path, mode_t mode) {
    REAL(int, "mkdirat", int, const char *, mode_t);
    JUDGE(MKDIR, -1, path, 0);
    return (int)answered(verdict, real(folder, path, mode));
}

int chmod(const char *path, mode_t mode) {
    REAL(int, "chmod", const char *, mode_t);
    JUDGE(CHMOD, -1, path, 0);
    return (int)answered(verdict, real(path, mode));
}

int fchmod(int descriptor, mode_t mode) {
    REAL(int, "fchmod", int, mode_t);
    JUDGE(CHMOD, descriptor, NULL, 0);
    return (int)answered(verdict, real(descriptor, mode));
}

/* A file that cannot be closed is closed all the same, as on Linux. */
int close(int descriptor) {
    REAL(int, "close", int);
    enum verdict verdict = judge(CLOSE, descriptor, NULL);
    int number = errno;
    int answer = (int)answered(verdict, real(descriptor));
    if (verdict != FAIL) return answer;
    errno = number;
    return -1;
}

/* Memory without a file is no business of ours. */
#define MMAP_FUNCTION(name)                                                                          \
    void *name(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) { \
        REAL(void *, #name, void *, size_t, int, int, int, off_t);                                   \
        if (descriptor >= 0 && *wanted_path) {                                                       \
            enum verdict verdict = judge(MMAP, descriptor, NULL);                                    \
            if (verdict == FAIL) return MAP_FAILED;                                                  \
            void *answer = real(address, length, protection, flags, descriptor, offset);             \
            answered(verdict, 0);                                                                    \
            return answer;                                                                           \
        }                                                                                            \
        return real(address, length, protection, flags, descriptor, offset);                         \
    }

MMAP_FUNCTION(mmap)
MMAP_FUNCTION(mmap64)

/* Of fcntl's many commands those that take a lock, or ask for it: leaving one cannot fail on a file of this machine. */
static int takes_lock(int command, const void *argument) {
    int is_lock = command == F_SETLK || command == F_SETLKW || command == F_GETLK || command == F_OFD_SETLK
        || command == F_OFD_SETLKW;
    return is_lock && ((const struct flock *)argument)->l_type != F_UNLCK;
}

#define FCNTL_FUNCTION(name)                                                                   \
    int name(int descriptor, int command, ...) {                                               \
        REAL(int, #name, int, int, ...);                                                       \
        va_list arguments;                                                                     \
        va_start(arguments, command);                                                          \
        void *argument = va_arg(arguments, void *);                                            \
        va_end(arguments);                                                                     \
        if (!takes_lock(command, argument)) return real(descriptor, command, argument);        \
        JUDGE(LOCK, descriptor, NULL, 0);                                                      \
        return (int)answered(verdict, real(descriptor, command, argument));                    \
    }

FCNTL_FUNCTION(fcntl)
FCNTL_FUNCTION(fcntl64)
