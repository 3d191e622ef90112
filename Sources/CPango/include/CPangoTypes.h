// The types of Pango, Cairo and fontconfig that are used. Those that are only pointed to have no members here.

#ifndef CPANGO_TYPES_H
#define CPANGO_TYPES_H

#include <stdint.h>

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontFamily PangoFontFamily;
typedef struct _PangoFontMetrics PangoFontMetrics;
typedef struct _PangoFont PangoFont;
typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;

typedef struct {
    int x, y, width, height;
} PangoRectangle;

typedef struct {
    void *shape_engine, *lang_engine;
    PangoFont *font;
    uint8_t level, gravity, flags, script;
    PangoLanguage *language;
    void *extra_attrs;
} PangoAnalysis;

/// A run of a text in one font; offset and length are in bytes of UTF-8.
typedef struct {
    int offset, length, num_chars;
    PangoAnalysis analysis;
} PangoItem;

typedef struct _PangoGlyphString PangoGlyphString;

typedef struct {
    PangoItem *item;
    PangoGlyphString *glyphs;
    int y_offset, start_x_offset, end_x_offset;
} PangoGlyphItem;

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_scaled_font cairo_scaled_font_t;
typedef struct _cairo_font_options cairo_font_options_t;

typedef struct {
    double x, y, width, height;
} cairo_rectangle_t;

typedef struct {
    unsigned long index;
    double x, y;
} cairo_glyph_t;

typedef struct {
    int num_bytes, num_glyphs;
} cairo_text_cluster_t;

typedef union {
    struct {
        unsigned int type;
        int length;
    } header;
    struct {
        double x, y;
    } point;
} cairo_path_data_t;

typedef struct {
    unsigned int status;
    cairo_path_data_t *data;
    int num_data;
} cairo_path_t;

typedef unsigned int (*cairo_write_func_t)(void *closure, const unsigned char *data, unsigned int length);

typedef unsigned int (*cairo_read_func_t)(void *closure, unsigned char *data, unsigned int length);

typedef struct _FcConfig FcConfig;
typedef struct _FcPattern FcPattern;
typedef struct _FcStrList FcStrList;

typedef struct {
    int nfont, sfont;
    FcPattern **fonts;
} FcFontSet;

typedef struct hb_font_t hb_font_t;
typedef struct hb_face_t hb_face_t;

#endif
