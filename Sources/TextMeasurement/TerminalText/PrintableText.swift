/// Text that is safe to print: the one door to standard output and standard error.
///
/// **A literal is ours, an interpolation is data.** What stands in a literal, line ends and colours among it, is printed
/// as it is. What is interpolated is printed on one line, with each scalar that must not reach a terminal made visible:
///
///     try session.print("\(tag)\t\(uses) uses\n")
///
/// A name that holds an escape sequence, a line end or a bidirectional override so shows as `\u{1B}`, `\n` or `\u{202E}`,
/// wherever it comes from: the database, a file's name, an argument, the environment, a terminal's answer. Streams take
/// nothing else from a command, so that no command can forget it.
///
/// Three kinds of data are not one line of words:
///
/// - Several lines, such as help: ``init(lines:)`` lets line ends and tabs stand.
/// - JSON: ``init(json:)`` writes the same scalars as `\u001b`, which says the same to whoever reads it.
/// - Documents, which programs read: exports, and the lines that `pick` gives back. They go byte for byte to a file or a
///   pipe; on a terminal a stream prints them as ``init(lines:)``.
///
/// Frames of programs that draw have a door of their own: a cell of the screen holds no control.
///
/// What must not reach a terminal is what ``TerminalText/firstUnprintable(in:)`` finds. Bytes that are no UTF-8 are
/// U+FFFD here: a string has none.
public struct PrintableText: Hashable, Sendable {
    /// The text, which does nothing to a terminal but what we mean.
    public private(set) var text = ""

    /// The empty text.
    public init() {}

    /// Data on one line.
    public init(data: String) {
        text = TerminalText.printable(data)
    }

    /// Data of several lines: line ends and tabs stand, all else is made visible.
    ///
    /// - Complexity: linear in the text's length.
    public init(lines data: String) {
        text = TerminalText.printable(data, keeping: ["\n", "\t"])
    }

    /// JSON, in which what must not reach a terminal is escaped as JSON does it; a line end stands.
    ///
    /// - Complexity: linear in the text's length.
    public init(json data: String) {
        text = TerminalText.json(data)
    }

    /// Pieces one after the other.
    public init(_ pieces: some Sequence<PrintableText>) {
        for piece in pieces { text += piece.text }
    }

    /// One text after another.
    public static func + (first: PrintableText, second: PrintableText) -> PrintableText {
        var both = first
        both += second
        return both
    }

    /// Adds a text at the end.
    public static func += (first: inout PrintableText, second: PrintableText) {
        first.text += second.text
    }
}

extension PrintableText: ExpressibleByStringInterpolation {
    /// A text of ours, as it is.
    public init(stringLiteral: String) { text = stringLiteral }

    /// A text of ours with data in it.
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Gathers literals as they are, and data made visible.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// An empty text with room for what comes.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Adds what is ours.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds data.
        public mutating func appendInterpolation(_ data: some CustomStringConvertible) {
            text += TerminalText.printable(data.description)
        }

        /// Adds a text that is safe already.
        public mutating func appendInterpolation(_ printable: PrintableText) {
            text += printable.text
        }
    }

    /// How literals and data are put together.
    public typealias StringInterpolation = Interpolation
}
