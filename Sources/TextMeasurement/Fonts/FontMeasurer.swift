package import CPango
internal import Synchronization

/// Measures a text as Pango draws it in a font: shaped, with fallback fonts for missing characters.
///
/// Lengths have Pango's precision, 1/1024 point, without hinting and rounding, so that a text is as long in a
/// picture as in a document of any resolution.
public struct FontMeasurer: TextMeasurer {
    /// The font that was found.
    public let font: ResolvedFont

    /// The measurer's name, the versions of its libraries, the font that was found, and the installed fonts.
    public let identity: MeasurerIdentity

    private let shared: SharedContext

    /// Finds a font.
    ///
    /// - Parameters:
    ///   - font: families, style and size in Pango's notation: `Noto Sans, Sans Bold 15`.
    ///   - defaultSize: the size in points if `font` has none.
    ///   - language: the language that determines the forms of Han characters, as a BCP 47 tag; `und` means none.
    /// - Throws: ``FontError`` if the font is not installed, or if pictures can't be drawn on this system.
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
    /// The longest prefix of a text that fits a width in points with an ellipsis; the whole text if it fits.
    ///
    /// - Complexity: O(log *n*) measurements, by binary search.
    package func fitting(_ text: String, width: Double) -> String {
        shared.context.withLock { $0.fitting(text, width: width) }
    }

    /// Whether a text is written from right to left, according to its first letter.
    package func isRightToLeft(_ text: String) -> Bool {
        shared.context.withLock { $0.isRightToLeft(text) }
    }
}

extension FontMeasurer {
    /// Loads Pango and Cairo now, so that a process that later runs out of file descriptors can still draw.
    ///
    /// Does nothing if they are missing; code that needs them reports that.
    public static func loadLibraries() {
        _ = try? FontLibrary.shared()
    }
}

/// A context shared by copies of a measurer, used by one thread at a time.
private final class SharedContext: Sendable {
    let context: Mutex<FontContext>

    init(_ context: sending FontContext) {
        self.context = Mutex(context)
    }
}

/// The functions of Pango, Cairo and the libraries below, loaded on first use.
///
/// Loading takes milliseconds, which only commands that draw pictures should spend.
package final class FontLibrary: Sendable {
    /// Pango: shaping and measuring.
    package let pango: CPangoFunctions
    /// Cairo: drawing.
    package let cairo: CCairoFunctions
    /// GObject, fontconfig and HarfBuzz.
    package let text: CTextFunctions

    private static let loaded = Mutex<FontLibrary?>(nil)

    /// Returns the library, loading it unless that has succeeded before.
    ///
    /// A failure isn't remembered: a process that is out of file descriptors now may have some for the next attempt.
    ///
    /// - Throws: ``FontError/libraryMissing(_:)``.
    package static func shared() throws(FontError) -> FontLibrary {
        try loaded.withLock { loaded throws(FontError) in
            if let loaded { return loaded }
            let library = try FontLibrary()
            loaded = library
            return library
        }
    }

    private init() throws(FontError) {
        var library = CPangoLibrary()
        // The function fills the table before it returns, and the text that it may return is a constant.
        if let missing = unsafe CPangoLoad(&library) {
            throw .libraryMissing(unsafe String(cString: missing))
        }
        pango = library.pango
        cairo = library.cairo
        text = library.text
    }
}

/// The reason why a font can't be used.
public enum FontError: Error, Sendable, Hashable {
    /// Pango, Cairo or one of their functions is missing on this system; its name.
    case libraryMissing(String)

    /// None of the named families is installed.
    case unknownFamily(String)

    /// The size in points is out of range.
    case invalidSize(Double)

    /// No font is installed.
    case noFonts
}

extension FontError: CustomStringConvertible {
    /// One line with the problem and the remedy.
    public var description: String {
        switch self {
        case .libraryMissing(let name):
            "pictures need Pango and Cairo, and '\(name)' is missing; install libpangocairo-1.0-0"
        case .unknownFamily(let name):
            "unknown font '\(name)'; 'fc-list : family' lists installed fonts"
        case .invalidSize(let size):
            "a font cannot have the size \(size); sizes go from \(FontSize.minimum) to \(FontSize.maximum) points"
        case .noFonts: "no font is installed; install fonts-noto-core"
        }
    }
}

/// The bounds of font sizes.
enum FontSize {
    static let minimum = 4
    static let maximum = 400

    /// Whether a size in points is in range.
    static func contains(_ size: Double) -> Bool {
        size >= Double(minimum) && size <= Double(maximum)
    }
}
