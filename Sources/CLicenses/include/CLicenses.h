#ifndef CLICENSES_H
#define CLICENSES_H

#include <stddef.h>

/// The size of the licenses in bytes.
size_t CLicensesSize(void);

/// The copyright and licenses of the libraries in the programs, as UTF-8; it's valid as long as the program runs.
const unsigned char *_Nonnull CLicensesBytes(void);

#endif
