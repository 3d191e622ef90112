// zlib, which compresses responses and the files of sync.
#include <zlib.h>
