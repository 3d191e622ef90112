internal import CPango

/// A font and the Pango objects that shape text in it.
///
/// Not thread-safe: use a context in a single drawing, or protect it with a lock.
@safe package final class FontContext {
    package let library: FontLibrary
    /// The installed font.
    package let font: ResolvedFont

    // Owned by this context, and passed out only for the duration of a call.
    private let fontMap: OpaquePointer?
    private let context: OpaquePointer?
    private let description: OpaquePointer?
    private let layout: OpaquePointer?
    /// The Pango font, valid as long as the context.
    package let baseFont: OpaquePointer?

    /// Creates a context for an installed font.
    ///
    /// - Parameters:
    ///   - text: families and an optional size in Pango's notation, such as `Noto Sans, Sans 15`.
    ///   - defaultSize: the size in points if `text` has none.
    ///   - language: a BCP 47 tag that selects the regional forms of Han characters; `und` for none.
    /// - Throws: ``FontError``.
    package init(font text: String, defaultSize: Double, language: String) throws(FontError) {
        let library = try FontLibrary.shared()
        self.library = library
        let pango = library.pango
        unsafe fontMap = pango.cairo_font_map_new()
        unsafe context = unsafe pango.font_map_create_context(fontMap)
        unsafe description = unsafe pango.font_description_from_string(text)
        unsafe layout = unsafe pango.layout_new(context)
        unsafe Self.prepare(context, language: language, with: library)
        do {
            let resolution = try unsafe FontResolution(library, fontMap, context, description, defaultSize: defaultSize)
            unsafe baseFont = resolution.font
            font = resolution.resolved
        } catch {
            unsafe Self.release([layout, context, fontMap], description, library)
            throw error
        }
        unsafe pango.layout_set_font_description(layout, description)
        unsafe pango.layout_set_single_paragraph_mode(layout, 1)
    }

    deinit { unsafe Self.release([baseFont, layout, context, fontMap], description, library) }

    private static func release(_ objects: [OpaquePointer?], _ description: OpaquePointer?, _ library: FontLibrary) {
        unsafe library.pango.font_description_free(description)
        for index in unsafe objects.indices {
            unsafe library.text.g_object_unref(UnsafeMutableRawPointer(objects[index]))
        }
    }

    /// Turns off hinting and rounding, so that sizes don't depend on a device's resolution.
    private static func prepare(_ context: OpaquePointer?, language: String, with library: FontLibrary) {
        let (pango, cairo) = (library.pango, library.cairo)
        unsafe pango.cairo_context_set_resolution(context, 72)
        unsafe pango.context_set_round_glyph_positions(context, 0)
        unsafe pango.context_set_language(context, pango.language_from_string(language))
        let options = cairo.font_options_create()
        unsafe cairo.font_options_set_antialias(options, FontOption.grayAntialias)
        unsafe cairo.font_options_set_hint_style(options, FontOption.noHinting)
        unsafe cairo.font_options_set_hint_metrics(options, FontOption.exactMetrics)
        unsafe pango.cairo_context_set_font_options(context, options)
        unsafe cairo.font_options_destroy(options)
    }

    /// Calls a closure with the Pango layout of a text on one line, valid until the closure returns.
    package func withLayout<Result>(of text: String, _ body: (OpaquePointer?) throws -> Result) rethrows -> Result {
        var text = text
        // The layout copies the text.
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe library.pango.layout_set_text(layout, bytes.baseAddress, Int32(clamping: bytes.count))
            }
        }
        return try unsafe body(layout)
    }

    /// Measures a text drawn on one line, in points.
    ///
    /// - Complexity: Linear in the length of the text.
    package func size(of text: String) -> TextSize {
        guard !text.isEmpty else {
            return TextSize(width: 0, height: font.ascent + font.descent, baseline: font.ascent)
        }
        return unsafe withLayout(of: text) { layout in
            var logical = PangoRectangle()
            unsafe library.pango.layout_get_extents(layout, nil, &logical)
            return TextSize(
                width: max(0, PangoUnits.points(logical.width)), height: max(0, PangoUnits.points(logical.height)),
                baseline: PangoUnits.points(unsafe library.pango.layout_get_baseline(layout)))
        }
    }
}

extension FontContext {
    /// Returns whether a text is written from right to left, judging by its first letter.
    package func isRightToLeft(_ text: String) -> Bool {
        // 1 is `PANGO_DIRECTION_RTL`. The function doesn't read past the end of the text.
        unsafe library.pango.find_base_dir(text, Int32(clamping: text.utf8.count)) == 1
    }
}

/// Values of Cairo's enumerations for font options.
private enum FontOption {
    /// Smooth edges without color: `CAIRO_ANTIALIAS_GRAY`.
    static let grayAntialias: UInt32 = 2
    /// Outlines as they were designed: `CAIRO_HINT_STYLE_NONE`.
    static let noHinting: UInt32 = 1
    /// Lengths that are not rounded to pixels: `CAIRO_HINT_METRICS_OFF`.
    static let exactMetrics: UInt32 = 1
}

extension FontContext {
    /// The longest prefix of a text that fits a width with an ellipsis; the whole text if it fits.
    ///
    /// - Complexity: O(log *n*) measurements, by binary search.
    package func fitting(_ text: String, width: Double) -> String {
        guard size(of: text).width > width else { return text }
        let characters = Array(text)
        var (fits, tooLong) = (0, characters.count)
        while fits + 1 < tooLong {
            let middle = (fits + tooLong) / 2
            if size(of: Self.cut(characters, to: middle)).width <= width { fits = middle } else { tooLong = middle }
        }
        return Self.cut(characters, to: fits)
    }

    private static func cut(_ characters: [Character], to count: Int) -> String {
        var kept = characters.prefix(count)
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return String(kept) + "…"
    }
}

/// Pango's unit of length: 1/1024 of a point.
///
/// A `Double` represents its multiples exactly.
package enum PangoUnits {
    static let perPoint: Double = 1024

    /// Converts Pango units to points.
    package static func points(_ units: Int32) -> Double { Double(units) / perPoint }
}
