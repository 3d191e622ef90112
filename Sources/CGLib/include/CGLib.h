// GLib, loaded when the first checksum is taken: linking it would cost every start of the program.

#ifndef CGLIB_H
#define CGLIB_H

#include <stddef.h>
#include <stdint.h>

/// Loads GLib, unless it is loaded already.
///
/// Returns null, or what is missing: the name of the library or of a function. The next call tries again.
const char *CGLibLoad(void);

/// Writes the SHA-256 of some bytes as 32 bytes.
///
/// Returns null, or what is missing: the name of the library or of a function.
const char *CGLibSHA256(const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
