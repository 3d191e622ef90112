#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// A file of the web page, which is compiled into the program.
struct CPageFile {
    /// Its name, without a folder.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t size;
};

/// The number of files.
size_t CPageFileCount(void);

/// Returns the file with an index, which must be less than the number of files.
struct CPageFile CPageFileAt(size_t index);

#endif
