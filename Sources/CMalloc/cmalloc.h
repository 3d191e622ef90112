// What Swift's module of glibc leaves out of its allocator.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Gives memory that was freed back to the system; elsewhere than on glibc the allocator does so by itself.
static inline void CMallocTrim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/// Gives each block of so many bytes or more pages of its own from now on, which the system has back as soon as it is freed.
static inline void CMallocUsePages(int size) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, size);
#endif
}
