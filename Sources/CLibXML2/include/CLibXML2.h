// libxml2's HTML parser, which reads bookmarks and pages, loaded when the first of them is read: it needs ICU, whose
// data would cost every start of the program.

#ifndef CLIBXML2_H
#define CLIBXML2_H

#include <libxml/xmlversion.h>
// Without ICU's headers, which those of Foundation contradict; only the end of a converter, which we do not touch, depends on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>

/// Loads libxml2, unless it is loaded already.
///
/// Returns null, or what is missing: the name of the library or of a function. The next call tries again. No other function may be
/// called before this one has returned null.
const char *CLibXML2Load(void);

/// Returns a new parser, or null without memory.
htmlParserCtxtPtr CLibXML2MakeParser(void);
void CLibXML2ReleaseParser(htmlParserCtxtPtr parser);
/// Parses the UTF-8 that a function reads, and calls the handlers of the parser.
void CLibXML2Read(htmlParserCtxtPtr parser, xmlInputReadCallback read, void *object, int options);
/// Stops a running parser.
void CLibXML2Stop(htmlParserCtxtPtr parser);

#endif
