/* Preloaded, it shortens every write: a call of two bytes or more writes half of them at most, and no more than
   SHORT_WRITE_MOST (default 4,093). Every hundredth call is interrupted before it writes anything. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_ulong calls;

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    const char *most = getenv("SHORT_WRITE_MOST");
    size_t limit = most ? strtoul(most, NULL, 10) : 4093;
    if (atomic_fetch_add(&calls, 1) % 100 == 99) {
        errno = EINTR;
        return -1;
    }
    if (count > 1) count = (count + 1) / 2;
    return next(descriptor, bytes, count < limit ? count : limit);
}
