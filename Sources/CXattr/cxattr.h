// Extended attributes of files, which Swift's Glibc leaves out, with the parameters of Linux on every system.
#include <errno.h>
#include <sys/types.h>
#include <sys/xattr.h>

#ifdef __APPLE__
#define TAGFLOW_NO_ATTRIBUTE ENOATTR
#else
#define TAGFLOW_NO_ATTRIBUTE ENODATA
#endif

// The errno of a missing attribute.
static const int noAttribute = TAGFLOW_NO_ATTRIBUTE;

static inline ssize_t readAttribute(const char *path, const char *name, void *value, size_t size) {
#ifdef __APPLE__
    return getxattr(path, name, value, size, 0, 0);
#else
    return getxattr(path, name, value, size);
#endif
}

static inline int writeAttribute(const char *path, const char *name, const void *value, size_t size) {
#ifdef __APPLE__
    return setxattr(path, name, value, size, 0, 0);
#else
    return setxattr(path, name, value, size, 0);
#endif
}

static inline int writeAttributeOfOpenFile(int descriptor, const char *name, const void *value, size_t size) {
#ifdef __APPLE__
    return fsetxattr(descriptor, name, value, size, 0, 0);
#else
    return fsetxattr(descriptor, name, value, size, 0);
#endif
}

static inline int removeAttribute(const char *path, const char *name) {
#ifdef __APPLE__
    return removexattr(path, name, 0);
#else
    return removexattr(path, name);
#endif
}

static inline ssize_t listAttributes(const char *path, char *names, size_t size) {
#ifdef __APPLE__
    return listxattr(path, names, size, 0);
#else
    return listxattr(path, names, size);
#endif
}
