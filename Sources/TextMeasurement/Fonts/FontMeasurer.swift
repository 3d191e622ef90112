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
