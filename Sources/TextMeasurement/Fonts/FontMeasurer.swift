package import CPango
internal import Synchronization

/// Measures text as drawn by Pango: shaped, with fallback fonts for missing characters.
///
/// Lengths are multiples of 1/1024 point, without hinting or rounding, so a text has the same length in
/// images and documents of any resolution.
///
/// ```swift
/// let measurer = try FontMeasurer(font: "Noto Sans 15")
/// let width = try measurer.measure("日本語").width  // 45: an ideograph is as wide as the font size
/// ```
public struct FontMeasurer: TextMeasurer {
    /// The installed font.
    public let font: ResolvedFont

    /// The measurer's name, the versions of its libraries, its font, and a digest of all installed fonts.
    public let identity: MeasurerIdentity

    private let shared: SharedContext

    /// Creates a measurer for an installed font.
    ///
    /// - Parameters:
    ///   - font: families, style and size in Pango's notation, such as `Noto Sans, Sans Bold 15`.
    ///   - defaultSize: the size in points if `font` has none.
    ///   - language: a BCP 47 tag that selects the regional forms of Han characters; `und` for none.
    /// - Throws: ``FontError`` if the font isn't installed, or if this system can't draw pictures.
    public init(font: String, defaultSize: Double = 15, language: String = "und") throws(FontError) {
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
    /// - Throws: ``TextMeasurementError/unprintable(_:)`` for a control character or a line break.
    public func measure(_ text: String) throws(TextMeasurementError) -> TextSize {
        if let offender = UnprintableScalar.first(in: text, where: \.movesCursor) { throw .unprintable(offender) }
        return shared.context.withLock { $0.size(of: text) }
    }
}

extension FontMeasurer {
    /// Truncates a text to a width in points, including an ellipsis; returns a text that fits unchanged.
    ///
    /// - Complexity: O(log *n*) measurements, by binary search.
    package func fitting(_ text: String, width: Double) -> String {
        shared.context.withLock { $0.fitting(text, width: width) }
    }

    /// Returns whether a text is written from right to left, judging by its first letter.
    package func isRightToLeft(_ text: String) -> Bool { shared.context.withLock { $0.isRightToLeft(text) } }
}

extension FontMeasurer {
    /// Loads Pango and Cairo now, so that a process that later runs out of file descriptors can still draw.
    ///
    /// Does nothing if they are missing; the first use reports the error.
    public static func loadLibraries() { _ = try? FontLibrary.shared() }
}

/// A context shared by copies of a measurer and protected by a lock.
private final class SharedContext: Sendable {
    let context: Mutex<FontContext>

    init(_ context: sending FontContext) { self.context = Mutex(context) }
}

/// The functions of Pango, Cairo and the libraries they depend on, loaded on first use.
///
/// Loading takes milliseconds, so commands that don't draw pictures don't load them.
package final class FontLibrary: Sendable {
    /// The functions of Pango, which shape and measure text.
    package let pango: CPangoFunctions
    /// The functions of Cairo, which draw.
    package let cairo: CCairoFunctions
    /// The functions of GObject, fontconfig and HarfBuzz.
    package let text: CTextFunctions

    private static let loaded = Mutex<FontLibrary?>(nil)

    /// Returns the library, loading it on the first call.
    ///
    /// Each call retries after a failure because a process may be only temporarily out of file
    /// descriptors.
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
        // The function fills in the table before it returns. It returns a constant string on failure.
        if let missing = unsafe CPangoLoad(&library) { throw .libraryMissing(unsafe String(cString: missing)) }
        pango = library.pango
        cairo = library.cairo
        text = library.text
    }
}

/// An error in loading a font.
public enum FontError: Error, Sendable, Hashable {
    /// The named library or function of Pango or Cairo is missing on this system.
    case libraryMissing(String)

    /// None of the requested families is installed; the value is the first of them.
    case unknownFamily(String)

    /// The size in points is out of range.
    case invalidSize(Double)

    /// No font is installed.
    case noFonts
}

extension FontError: CustomStringConvertible {
    /// The problem and how to fix it, on one line.
    public var description: String {
        switch self {
        case .libraryMissing(let name):
            "pictures need Pango and Cairo, and '\(name)' is missing; install libpangocairo-1.0-0"
        case .unknownFamily(let name): "unknown font '\(name)'; 'fc-list : family' lists installed fonts"
        case .invalidSize(let size):
            "a font cannot have the size \(size); sizes go from \(FontSize.minimum) to \(FontSize.maximum) points"
        case .noFonts: "no font is installed; install fonts-noto-core"
        }
    }
}

/// The valid font sizes, in points.
enum FontSize {
    static let minimum = 4
    static let maximum = 400

    /// Returns whether a size in points is in range.
    static func contains(_ size: Double) -> Bool { size >= Double(minimum) && size <= Double(maximum) }
}
