/// Text that is safe to print: the only type that standard output and standard error accept.
///
/// **A literal is trusted, an interpolation is data.** A literal, with its line ends and colors, is printed as it is.
/// An interpolated value is printed on one line, with each scalar that must not reach a terminal escaped:
///
///     try session.print("\(tag)\t\(uses) uses\n")
///
/// A name that contains an escape sequence, a line end or a bidirectional override appears as `\u{1B}`, `\n` or
/// `\u{202E}`, wherever it comes from: the database, a file name, an argument, the environment, a terminal's answer.
/// Streams accept nothing else from a command, so that no command can forget it.
///
/// Three kinds of data are not one line of words:
///
/// - Several lines, such as help: ``init(lines:)`` preserves line ends and tabs.
/// - JSON: ``init(json:)`` escapes the same scalars as `\u001b`, which decodes to the same text.
/// - Documents for programs: exports, and the lines that `pick` prints. They are written byte for byte to a file or a
///   pipe; on a terminal a stream prints them as ``init(lines:)``.
///
/// Frames of interactive programs use cells, which can't contain control characters.
///
/// Unsafe characters are those found by ``TerminalText/firstUnprintable(in:)``. Invalid UTF-8 is U+FFFD
/// already, as in every string.
public struct PrintableText: Hashable, Sendable {
    /// The text, which contains no control but those of literals.
    public private(set) var text = ""

    /// Creates an empty text.
    public init() {}

    /// Creates a text of data on one line.
    public init(data: String) {
        text = TerminalText.printable(data)
    }

    /// Creates a text of data on several lines: line ends and tabs are preserved, other controls escaped.
    ///
    /// - Complexity: linear in the text's length.
    public init(lines data: String) {
        text = TerminalText.printable(data, keeping: ["\n", "\t"])
    }

    /// Creates a text of JSON, with controls escaped as in JSON and line ends preserved.
    ///
    /// - Complexity: linear in the text's length.
    public init(json data: String) {
        text = TerminalText.json(data)
    }

    /// Creates a text by concatenation.
    public init(_ pieces: some Sequence<PrintableText>) {
        for piece in pieces { text += piece.text }
    }

    /// Concatenates two texts.
    public static func + (first: PrintableText, second: PrintableText) -> PrintableText {
        var both = first
        both += second
        return both
    }

    /// Appends a text.
    public static func += (first: inout PrintableText, second: PrintableText) {
        first.text += second.text
    }
}

extension PrintableText: ExpressibleByStringInterpolation {
    /// Creates a trusted text.
    public init(stringLiteral: String) { text = stringLiteral }

    /// Creates a trusted text with data in it.
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Collects literals as they are, and data escaped.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an interpolation with reserved capacity.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends a literal.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends data, escaped.
        public mutating func appendInterpolation(_ data: some CustomStringConvertible) {
            text += TerminalText.printable(data.description)
        }

        /// Appends a text that is safe already.
        public mutating func appendInterpolation(_ printable: PrintableText) {
            text += printable.text
        }
    }

    /// The type that combines literals and data.
    public typealias StringInterpolation = Interpolation
}
