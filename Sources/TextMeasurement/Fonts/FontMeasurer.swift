package import CPango
internal import Synchronization

/// Measures a text as Pango draws it in a font: shaped, with fallback fonts for what the font does not have.
///
/// Lengths are Pango's own units, 1024 to a point, without hinting and rounding, so that a text is as long
/// in a picture as in a document of any resolution.
public struct FontMeasurer: TextMeasurer {
    /// The font that was found.
    public let font: ResolvedFont

    /// The measurer's name, the versions of what measures, the font that was found, and the fonts there are.
    public let identity: MeasurerIdentity

    private let shared: SharedContext

    /// Finds a font.
    ///
    /// - Parameters:
    ///   - font: families, style and size in Pango's notation: `Noto Sans, Sans Bold 15`.
    ///   - defaultSize: the size where `font` says none, in points.
    ///   - language: the language whose forms Han characters take, as BCP 47 names it; `und` is none.
    /// - Throws: ``FontError`` where the font is not installed, or pictures cannot be drawn on this system.
    public init(
        font: String,
        defaultSize: Double = 15,
        language: String = "und"
    ) throws(FontError) {
        let context = try FontContext(font: font, defaultSize: defaultSize, language: language)
        self.font = context.font
        identity = FontIdentity(context, language: language).identity
        shared = SharedContext(context)
    }

    /// Always ``MeasurementUnit/point``.
    public var unit: MeasurementUnit { .point }

    /// Measures a text drawn on one line.
    ///
    /// - Complexity: Linear in the length of the text.
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        if let offender = UnprintableScalar.first(in: text, where: \.movesCursor) {
            throw .unprintable(offender)
        }
        return shared.context.withLock { $0.size(of: text) }
    }
}

extension FontMeasurer {
    /// The longest beginning of a text that fits a width in points, with an ellipsis where it is cut.
    ///
    /// - Complexity: A measurement for each halving of the text.
    package func fitting(_ text: String, width: Double) -> String {
        shared.context.withLock { $0.fitting(text, width: width) }
    }

    /// Whether a text is written from right to left, as its first letter tells.
    package func isRightToLeft(_ text: String) -> Bool {
        shared.context.withLock { $0.isRightToLeft(text) }
    }
}

/// A context for measurers on many threads: used by one at a time.
private final class SharedContext: Sendable {
    let context: Mutex<FontContext>

    init(_ context: sending FontContext) {
        self.context = Mutex(context)
    }
}

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

/// Why a font cannot be used.
public enum FontError: Error, Sendable, Hashable {
    /// Pango, Cairo or one of their functions is not on this system; its name.
    case libraryMissing(String)

    /// None of the families that were named is installed.
    case unknownFamily(String)

    /// The size is not one that can be drawn, in points.
    case invalidSize(Double)

    /// No font is installed at all.
    case noFonts
}

extension FontError: CustomStringConvertible {
    /// One line that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .libraryMissing(let name):
            "pictures need Pango and Cairo, and '\(name)' is missing; install libpangocairo-1.0-0"
        case .unknownFamily(let name):
            "there is no font '\(name)'; 'fc-list : family' lists those that are installed"
        case .invalidSize(let size):
            "a font cannot have the size \(size); sizes go from \(FontSize.least) to \(FontSize.greatest) points"
        case .noFonts: "no font is installed; install fonts-noto-core"
        }
    }
}

/// The bounds of font sizes.
enum FontSize {
    static let least = 4
    static let greatest = 400

    /// Whether a size in points can be drawn.
    static func contains(_ size: Double) -> Bool {
        size >= Double(least) && size <= Double(greatest)
    }
}
