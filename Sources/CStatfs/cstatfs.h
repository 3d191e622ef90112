// What Swift's module of glibc leaves out: which file system a path is on.
#ifdef __linux__
#include <sys/vfs.h>
#endif
