/// The page sizes of documents.
public enum PictureDocument {
    /// The minimum margin of a sheet of paper that printers need, in points: half an inch.
    public static let paperMargin: Double = 36

    /// The size of the pages of a document.
    public enum Page: String, CaseIterable, Sendable {
        /// One page of the picture's size.
        case fit
        /// Sheets of 210 by 297 millimeters.
        case a4
        /// Sheets of 8.5 by 11 inches.
        case letter
    }
}

extension PictureDocument.Page {
    /// The width of a page in points; for ``fit`` the default width of a picture.
    public var width: Double {
        switch self {
        case .fit: 640
        case .a4: 210 / 25.4 * 72
        case .letter: 8.5 * 72
        }
    }

    /// The height of a page in points; `nil` for the height of the picture.
    public var height: Double? {
        switch self {
        case .fit: nil
        case .a4: 297 / 25.4 * 72
        case .letter: 11 * 72
        }
    }
}

/// The reason why a picture can't be drawn.
public enum PictureError: Error, Hashable, Sendable {
    /// The picture would have more pixels than can be drawn; its width and height in pixels.
    case tooLarge(width: Double, height: Double)
    /// A page would be larger than PDF readers are required to support; its width and height in points.
    case pageTooLarge(width: Double, height: Double)
    /// Cairo failed; its message.
    case failed(String)
    /// Whoever asked for the picture no longer wants it.
    case cancelled
}

extension PictureError: CustomStringConvertible {
    /// One line with the problem and the remedy.
    public var description: String {
        switch self {
        case .tooLarge(let width, let height):
            """
            a picture of \(SVGNumber(width.rounded())) by \(SVGNumber(height.rounded())) pixels cannot be drawn; \
            take a smaller --scale, another --width, or svg
            """
        case .pageTooLarge(let width, let height):
            """
            a page of \(SVGNumber(width.rounded())) by \(SVGNumber(height.rounded())) points cannot be shown; \
            take another --width, --page a4, or svg
            """
        case .failed(let reason): "the picture could not be drawn: \(reason)"
        case .cancelled: "the picture is no longer wanted"
        }
    }
}
