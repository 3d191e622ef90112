#include "CLibXML2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#if defined(__APPLE__)
static const char *const libraryName = "libxml2.2.dylib";
#else
static const char *const libraryName = "libxml2.so.2";
#endif

static htmlParserCtxtPtr (*newParser)(void);
static void (*freeParser)(htmlParserCtxtPtr);
static htmlDocPtr (*readIO)(
    htmlParserCtxtPtr, xmlInputReadCallback, xmlInputCloseCallback, void *, const char *, const char *, int);
static void (*stopParser)(xmlParserCtxtPtr);

typedef struct {
    const char *name;
    void *function;
} Entry;

static const Entry entries[] = {
    {"htmlNewParserCtxt", &newParser},
    {"htmlFreeParserCtxt", &freeParser},
    {"htmlCtxtReadIO", &readIO},
    {"xmlStopParser", &stopParser},
};

static int isLoaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static const char *loadAll(void) {
    void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!library) return libraryName;
    for (size_t index = 0; index < sizeof entries / sizeof *entries; index++) {
        void *symbol = dlsym(library, entries[index].name);
        if (!symbol) return entries[index].name;
        // POSIX lets a function's address be stored in a pointer to an object, which is what dlsym returns.
        memcpy(entries[index].function, &symbol, sizeof symbol);
    }
    return NULL;
}

const char *CLibXML2Load(void) {
    // A failure isn't remembered: a process that is out of descriptors now may have some for the next attempt.
    pthread_mutex_lock(&mutex);
    const char *missing = isLoaded ? NULL : loadAll();
    if (!missing) isLoaded = 1;
    pthread_mutex_unlock(&mutex);
    return missing;
}

htmlParserCtxtPtr CLibXML2MakeParser(void) { return newParser(); }
void CLibXML2ReleaseParser(htmlParserCtxtPtr parser) { freeParser(parser); }

void CLibXML2Read(htmlParserCtxtPtr parser, xmlInputReadCallback read, void *object, int options) {
    // The handlers build no document, so there is none to free.
    readIO(parser, read, NULL, object, NULL, "UTF-8", options);
}

void CLibXML2Stop(htmlParserCtxtPtr parser) { stopParser(parser); }
