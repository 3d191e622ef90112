#include "CGLib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#if defined(__APPLE__)
static const char *const libraryName = "libglib-2.0.0.dylib";
#else
static const char *const libraryName = "libglib-2.0.so.0";
#endif

typedef struct _GChecksum GChecksum;

// GChecksumType's G_CHECKSUM_SHA256.
static const int sha256 = 2;

static GChecksum *(*makeChecksum)(int);
static void (*update)(GChecksum *, const uint8_t *, long);
static void (*getDigest)(GChecksum *, uint8_t *, size_t *);
static void (*release)(GChecksum *);
static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// POSIX lets a function's address stand in a pointer to an object, which is how dlsym gives it.
static void load(void *library, const char *name, void *function) {
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol && !missing) missing = library ? name : libraryName;
    memcpy(function, &symbol, sizeof symbol);
}

static void loadAll(void) {
    void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    load(library, "g_checksum_new", &makeChecksum);
    load(library, "g_checksum_update", &update);
    load(library, "g_checksum_get_digest", &getDigest);
    load(library, "g_checksum_free", &release);
}

const char *CGLibSHA256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    pthread_once(&once, loadAll);
    if (missing) return missing;
    GChecksum *checksum = makeChecksum(sha256);
    size_t length = 32;
    // A length of -1 would mean a text that ends with a zero; no array of Swift is that long.
    update(checksum, bytes, (long)count);
    getDigest(checksum, digest, &length);
    release(checksum);
    return NULL;
}
