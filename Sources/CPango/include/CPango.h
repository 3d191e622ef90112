// Pango, Cairo and fontconfig, loaded when the first picture is drawn.
//
// Linking these libraries costs every start of the program the loading of some forty shared objects, and
// only pictures need them. So they are opened on demand, and what is used of them is declared here: types
// in CPangoTypes.h, functions in CPangoFunctions.h. A test holds both against the libraries' own headers.

#ifndef CPANGO_H
#define CPANGO_H

#include "CPangoTypes.h"

#define CPANGO_FIELD(prefix, name, result, arguments) result (*name) arguments;

/// The functions of Pango that are used, without their prefix `pango_`.
typedef struct {
#define CPANGO_FUNCTION CPANGO_FIELD
#include "CPangoFunctions.h"
} CPangoFunctions;

/// The functions of Cairo that are used, without their prefix `cairo_`.
typedef struct {
#define CCAIRO_FUNCTION CPANGO_FIELD
#include "CPangoFunctions.h"
} CCairoFunctions;

/// The functions of GObject, fontconfig and HarfBuzz that are used, under their whole names.
typedef struct {
#define CTEXT_FUNCTION CPANGO_FIELD
#include "CPangoFunctions.h"
} CTextFunctions;

/// Every function that is used.
typedef struct {
    CPangoFunctions pango;
    CCairoFunctions cairo;
    CTextFunctions text;
} CPangoLibrary;

/// Opens the libraries and fills the table.
///
/// Returns null, or what is missing: the name of a library or of a function. The text lives as long as the
/// process, and so do the libraries.
const char *CPangoLoad(CPangoLibrary *library);

#endif
