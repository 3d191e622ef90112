/// Why a picture could not be drawn.
public enum PictureError: Error, Hashable, Sendable {
    /// The picture would have more pixels than can be drawn; its width and height in pixels.
    case tooLarge(width: Double, height: Double)
    /// A page would be larger than readers must be able to show; its width and height in points.
    case pageTooLarge(width: Double, height: Double)
    /// Cairo did not draw; what it said.
    case failed(String)
}

extension PictureError: CustomStringConvertible {
    /// One line that says what is wrong and what to do.
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
        }
    }
}
