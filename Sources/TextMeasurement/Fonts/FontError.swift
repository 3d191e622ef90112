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
