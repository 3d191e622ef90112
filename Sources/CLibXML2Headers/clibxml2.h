// libxml2's HTML parser, which reads bookmarks and pages.
#include <libxml/xmlversion.h>
// Without ICU's headers, which those of Foundation contradict; only the end of a converter, which we do not touch, depends on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
