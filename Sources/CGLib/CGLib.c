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
static int isLoaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// Looks up one function. POSIX lets its address be stored in a pointer to an object, which is what dlsym returns.
static const char *find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    if (!symbol) return name;
    memcpy(function, &symbol, sizeof symbol);
    return NULL;
}

static const char *loadAll(void) {
    void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!library) return libraryName;
    const char *missing = find(library, "g_checksum_new", &makeChecksum);
    if (!missing) missing = find(library, "g_checksum_update", &update);
    if (!missing) missing = find(library, "g_checksum_get_digest", &getDigest);
    if (!missing) missing = find(library, "g_checksum_free", &release);
    return missing;
}

const char *CGLibLoad(void) {
    // A failure isn't remembered: a process that is out of descriptors now may have some for the next attempt.
    pthread_mutex_lock(&mutex);
    const char *missing = isLoaded ? NULL : loadAll();
    if (!missing) isLoaded = 1;
    pthread_mutex_unlock(&mutex);
    return missing;
}

const char *CGLibSHA256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    const char *missing = CGLibLoad();
    if (missing) return missing;
    GChecksum *checksum = makeChecksum(sha256);
    size_t length = 32;
    // A length of -1 would mean a text that ends with a zero; no array of Swift is that long.
    update(checksum, bytes, (long)count);
    getDigest(checksum, digest, &length);
    release(checksum);
    return NULL;
}
