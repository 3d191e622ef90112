/// A message below a drawing.
enum Remark {
    /// An error in one line.
    static func text(of error: any Error) -> String {
        "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
