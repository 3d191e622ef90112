/* Preloaded, it lets a program believe that the machine has one processor, so that its pool has one thread. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

long sysconf(int name) {
    if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return 1;
    long (*next)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    return next ? next(name) : -1;
}
