/// The quoting of input in messages.
///
/// Input can be a megabyte long, and a single grapheme cluster can be that long too. This therefore cuts by scalars and
/// bytes before anything looks at characters.
///
/// ```swift
/// let name = "a\u{1B}[0m"
/// "unknown tag \(name.quoted)"  // unknown tag 'a\u{1B}[0m'
/// ```
extension StringProtocol {
    /// The beginning of the text in single quotes, as messages show input; see ``shown``.
    package var quoted: String { "'\(shown)'" }

    /// The beginning of the text, safe to print on one line: at most 200 scalars and 1,000 bytes.
    ///
    /// An ellipsis replaces the rest.
    ///
    /// - Complexity: O(1).
    package var shown: String { TerminalText.excerpt(of: unicodeScalars) }

    /// Returns the beginning of the text in single quotes, truncated to a number of terminal cells.
    package func quoted(toCells limit: Int) -> String { "'\(shown(toCells: limit))'" }

    /// Returns the beginning of the text, like ``shown``, truncated to a number of terminal cells.
    package func shown(toCells limit: Int) -> String { TerminalText.truncated(shown, toCells: limit) }
}

extension TerminalText {
    /// The maximum number of scalars of quoted input.
    static let quotedScalars = 200
    /// The maximum size of quoted input in bytes of UTF-8, after escaping.
    static let quotedBytes = 1_000

    /// Returns the beginning of some scalars, escaped like ``printable(_:)``, and an ellipsis if there are more.
    fileprivate static func excerpt(of scalars: some Collection<Unicode.Scalar>) -> String {
        var excerpt = ""
        var bytes = ellipsis.utf8.count
        var count = 0
        for scalar in scalars {
            let piece = printable(String(Character(scalar)))
            bytes += piece.utf8.count
            count += 1
            guard count <= quotedScalars, bytes <= quotedBytes else { return excerpt + ellipsis }
            excerpt.unicodeScalars.append(contentsOf: piece.unicodeScalars)
        }
        return excerpt
    }
}
