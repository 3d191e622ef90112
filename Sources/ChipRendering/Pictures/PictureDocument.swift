/// The page sizes of PDF documents.
public enum PictureDocument {
    /// The minimum margin that printers need, in points (half an inch).
    public static let paperMargin: Double = 36

    /// The size of the pages of a document.
    ///
    /// ```swift
    /// PictureDocument.Page.letter.width  // 612 points
    /// PictureDocument.Page.fit.height  // nil: the height of the picture
    /// ```
    public enum Page: String, CaseIterable, Sendable {
        /// A single page as large as the picture, unless the picture is longer than 200 inches.
        case fit
        /// 210 × 297 mm.
        case a4
        /// 8.5 × 11 inches.
        case letter
    }
}

extension PictureDocument.Page {
    /// The width of a page in points; for ``fit``, the default width of a picture.
    public var width: Double {
        switch self {
        case .fit: 640
        case .a4: 210 / 25.4 * 72
        case .letter: 8.5 * 72
        }
    }

    /// The height of a page in points, or `nil` for the height of the picture.
    public var height: Double? {
        switch self {
        case .fit: nil
        case .a4: 297 / 25.4 * 72
        case .letter: 11 * 72
        }
    }
}

/// An error in drawing a picture.
public enum PictureError: Error, Hashable, Sendable {
    /// The picture has too many pixels; the size is in pixels.
    case tooLarge(width: Double, height: Double)
    /// A page is larger than PDF readers are required to support; the size is in points.
    case pageTooLarge(width: Double, height: Double)
    /// Cairo failed with the given message.
    case failed(String)
    /// The caller canceled the drawing.
    case cancelled
}

extension PictureError: CustomStringConvertible {
    /// The problem and a way around it, on one line.
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
