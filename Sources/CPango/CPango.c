#include "CPango.h"

#include <dlfcn.h>
#include <stddef.h>

/// A function's name, and its place in the table.
typedef struct {
    const char *name;
    size_t offset;
} Entry;

#define ENTRY(group, prefix, name) {#prefix #name, offsetof(CPangoLibrary, group.name)},

static const Entry entries[] = {
#define CPANGO_FUNCTION(prefix, name, result, arguments) ENTRY(pango, prefix, name)
#define CCAIRO_FUNCTION(prefix, name, result, arguments) ENTRY(cairo, prefix, name)
#define CTEXT_FUNCTION(prefix, name, result, arguments) ENTRY(text, prefix, name)
#include "CPangoFunctions.h"
};

#if defined(__APPLE__)
static const char *const libraryName = "libpangocairo-1.0.0.dylib";
#else
static const char *const libraryName = "libpangocairo-1.0.so.0";
#endif

const char *CPangoLoad(CPangoLibrary *library) {
    // A look-up through this handle searches the libraries that it depends on as well: Pango, Cairo, GObject,
    // HarfBuzz and fontconfig.
    void *handle = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return libraryName;
    for (size_t index = 0; index < sizeof entries / sizeof *entries; index++) {
        void *symbol = dlsym(handle, entries[index].name);
        if (!symbol) return entries[index].name;
        // POSIX lets a function's address stand in a pointer to an object, which is how dlsym gives it.
        *(void **)((char *)library + entries[index].offset) = symbol;
    }
    return NULL;
}
