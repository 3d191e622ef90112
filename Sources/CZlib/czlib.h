// zlib, which compresses answers.
#include <zlib.h>
