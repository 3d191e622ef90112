/// Text that is safe to print.
///
/// Commands can write nothing else to standard output and standard error.
///
/// Literals are trusted and printed unchanged, including newlines and colors. Interpolated values are
/// untrusted: characters that are unsafe in a terminal are escaped.
///
/// ```swift
/// let tag = "a\u{1B}[31m"
/// let line: PrintableText = "\(tag)\t3 uses\n"
/// line.text  // "a\\u{1B}[31m\t3 uses\n"
/// ```
///
/// Some output isn't a single line:
///
/// - Text of several lines, such as help: ``init(lines:)`` preserves newlines and tabs.
/// - JSON: ``init(json:)`` writes escapes such as `\u001b`, which decode to the same text.
/// - Documents for programs, such as exports and the output of `pick`: they are written unchanged to a
///   file or a pipe, and like ``init(lines:)`` to a terminal.
///
/// Frames of interactive programs consist of cells, which can't contain control characters.
///
/// ``TerminalText/firstUnprintable(in:)`` defines the unsafe characters. Invalid UTF-8 isn't a concern
/// because strings contain U+FFFD in its place.
public struct PrintableText: Hashable, Sendable {
    /// The text, whose only control characters come from literals.
    public private(set) var text = ""

    /// Creates an empty text.
    public init() {}

    /// Creates one line of text from untrusted data.
    public init(data: String) { text = TerminalText.printable(data) }

    /// Creates text from untrusted data, preserving newlines and tabs.
    ///
    /// - Complexity: linear in the text's length.
    public init(lines data: String) { text = TerminalText.printable(data, keeping: ["\n", "\t"]) }

    /// Creates text from JSON, with JSON escapes for unsafe characters, preserving newlines.
    ///
    /// - Complexity: linear in the text's length.
    public init(json data: String) { text = TerminalText.json(data) }

    /// Concatenates a sequence of texts.
    public init(_ pieces: some Sequence<PrintableText>) { for piece in pieces { text += piece.text } }

    /// Concatenates two texts.
    public static func + (first: PrintableText, second: PrintableText) -> PrintableText {
        var both = first
        both += second
        return both
    }

    /// Appends a text.
    public static func += (first: inout PrintableText, second: PrintableText) { first.text += second.text }
}

extension PrintableText: ExpressibleByStringInterpolation {
    /// Creates a text from a trusted literal.
    public init(stringLiteral: String) { text = stringLiteral }

    /// Creates a text from a trusted literal with interpolated data.
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Collects unchanged literals and escaped data.
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

        /// Appends a text that is already safe.
        public mutating func appendInterpolation(_ printable: PrintableText) { text += printable.text }
    }

    /// The type that combines literals and data.
    public typealias StringInterpolation = Interpolation
}
