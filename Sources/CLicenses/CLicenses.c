#include "CLicenses.h"

// The directive that embeds a file is newer than the C that packages are compiled as.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char licenses[] = {
#embed "../../Packaging/copyright"
};

size_t CLicensesSize(void) { return sizeof licenses; }

const unsigned char *CLicensesBytes(void) { return licenses; }
