// Holds the functions and types that CPango declares against the libraries' own headers; it is only compiled.

#include <cairo/cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <stddef.h>

#define HELD(prefix, name, result, arguments)                                                           \
    _Static_assert(__builtin_types_compatible_p(__typeof__(&prefix##name), result(*) arguments),         \
                   #prefix #name " is declared otherwise");
#define CPANGO_FUNCTION HELD
#define CCAIRO_FUNCTION HELD
#define CTEXT_FUNCTION HELD
#include "CPangoFunctions.h"

// The libraries' types and ours, under other names.
#define PangoFontMap OurPangoFontMap
#define PangoContext OurPangoContext
#define PangoFontDescription OurPangoFontDescription
#define PangoFontFamily OurPangoFontFamily
#define PangoFontMetrics OurPangoFontMetrics
#define PangoFont OurPangoFont
#define PangoCairoFont OurPangoCairoFont
#define PangoLanguage OurPangoLanguage
#define PangoLayout OurPangoLayout
#define PangoLayoutIter OurPangoLayoutIter
#define PangoRectangle OurPangoRectangle
#define PangoAnalysis OurPangoAnalysis
#define PangoItem OurPangoItem
#define PangoGlyphString OurPangoGlyphString
#define PangoGlyphItem OurPangoGlyphItem
#define cairo_t our_cairo_t
#define cairo_surface_t our_cairo_surface_t
#define cairo_scaled_font_t our_cairo_scaled_font_t
#define cairo_font_options_t our_cairo_font_options_t
#define cairo_rectangle_t our_cairo_rectangle_t
#define cairo_glyph_t our_cairo_glyph_t
#define cairo_text_cluster_t our_cairo_text_cluster_t
#define cairo_path_data_t our_cairo_path_data_t
#define cairo_path_t our_cairo_path_t
#define cairo_write_func_t our_cairo_write_func_t
#define cairo_read_func_t our_cairo_read_func_t
#define FcConfig OurFcConfig
#define FcPattern OurFcPattern
#define FcStrList OurFcStrList
#define FcFontSet OurFcFontSet
#define hb_font_t our_hb_font_t
#define hb_face_t our_hb_face_t
#include "CPangoTypes.h"
#undef PangoRectangle
#undef PangoAnalysis
#undef PangoItem
#undef PangoGlyphItem
#undef cairo_rectangle_t
#undef cairo_glyph_t
#undef cairo_text_cluster_t
#undef cairo_path_data_t
#undef cairo_path_t
#undef FcFontSet

#define SAME_SIZE(theirs, ours) _Static_assert(sizeof(theirs) == sizeof(ours), #theirs)
#define SAME_PLACE(theirs, ours, member) _Static_assert(offsetof(theirs, member) == offsetof(ours, member), #member)

SAME_SIZE(PangoRectangle, OurPangoRectangle);
SAME_PLACE(PangoRectangle, OurPangoRectangle, height);
SAME_SIZE(PangoAnalysis, OurPangoAnalysis);
SAME_PLACE(PangoAnalysis, OurPangoAnalysis, font);
SAME_PLACE(PangoAnalysis, OurPangoAnalysis, level);
SAME_SIZE(PangoItem, OurPangoItem);
SAME_PLACE(PangoItem, OurPangoItem, analysis);
SAME_SIZE(PangoGlyphItem, OurPangoGlyphItem);
SAME_PLACE(PangoGlyphItem, OurPangoGlyphItem, glyphs);
SAME_SIZE(cairo_rectangle_t, our_cairo_rectangle_t);
SAME_SIZE(cairo_glyph_t, our_cairo_glyph_t);
SAME_PLACE(cairo_glyph_t, our_cairo_glyph_t, x);
SAME_SIZE(cairo_text_cluster_t, our_cairo_text_cluster_t);
SAME_PLACE(cairo_text_cluster_t, our_cairo_text_cluster_t, num_glyphs);
SAME_SIZE(cairo_path_data_t, our_cairo_path_data_t);
SAME_PLACE(cairo_path_data_t, our_cairo_path_data_t, header.length);
SAME_SIZE(cairo_path_t, our_cairo_path_t);
SAME_PLACE(cairo_path_t, our_cairo_path_t, data);
SAME_SIZE(FcFontSet, OurFcFontSet);
SAME_PLACE(FcFontSet, OurFcFontSet, fonts);
