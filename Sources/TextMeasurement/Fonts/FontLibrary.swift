package import CPango

/// The functions of Pango, of Cairo and of what both stand on, loaded when they are first asked for.
///
/// Loading takes some milliseconds, which only pictures should cost.
package final class FontLibrary: Sendable {
    /// Pango: shaping and measuring.
    package let pango: CPangoFunctions
    /// Cairo: drawing.
    package let cairo: CCairoFunctions
    /// GObject, fontconfig and HarfBuzz.
    package let text: CTextFunctions

    private static let loaded = Result { () throws(FontError) in try FontLibrary() }

    /// The library; the first call loads it.
    ///
    /// - Throws: ``FontError/libraryMissing(_:)``.
    package static func shared() throws(FontError) -> FontLibrary {
        try loaded.get()
    }

    private init() throws(FontError) {
        var library = CPangoLibrary()
        // The function fills the table before it returns, and the text that it may give lives forever.
        if let missing = unsafe CPangoLoad(&library) {
            throw .libraryMissing(unsafe String(cString: missing))
        }
        pango = library.pango
        cairo = library.cairo
        text = library.text
    }
}
