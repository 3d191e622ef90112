internal import TagCore
internal import Terminal
internal import TextMeasurement

/// A line with color sequences, as pieces of styled text.
///
/// ```swift
/// let line = ColoredLine("\u{1B}[1mbold\u{1B}[m plain".utf8)
/// #expect(line.pieces[0] == StyledText("bold", TextStyle(attributes: .bold)))
/// #expect(line.pieces[1] == StyledText(" plain"))
/// ```
struct ColoredLine: Hashable, Sendable {
    private(set) var pieces: [StyledText] = []

    /// Parses a line, starting in the given style.
    init(_ bytes: some Sequence<UInt8>, style: TextStyle = .plain) {
        var current = style
        for part in EscapedText(bytes).parts {
            switch part {
            case .text(let bytes):
                // Tabs stay: their width depends on the column.
                let text = StreamSafeText.received(String(decoding: bytes, as: UTF8.self))
                    .split(separator: "\t", omittingEmptySubsequences: false).map { TerminalText.printable(String($0)) }
                    .joined(separator: "\t")
                pieces.append(StyledText(text, current))
            case .style(let parameters): current.apply(parameters)
            }
        }
    }

    /// Returns the style of each character of the line's trimmed text with tabs as spaces, or an empty
    /// array if the text isn't `label`.
    func styles(of label: String, _ widths: TerminalWidths) -> [TextStyle] {
        let styles = pieces.flatMap { piece in piece.text.map { _ in piece.style } }
        let text = pieces.map(\.text).joined()
        guard text.count == styles.count, text.trimmed.withTabsExpanded(widths) == label else { return [] }
        var (result, column) = ([TextStyle](), 0)
        let start = text.prefix { $0.isWhitespace }.count
        for (character, style) in zip(text, styles).dropFirst(start) {
            let cells = character == "\t" ? 8 - column % 8 : widths.cells(in: character)
            result += Array(repeating: style, count: character == "\t" ? cells : 1)
            column += cells
        }
        return Array(result.prefix(label.count))
    }

    /// The pieces with tabs as spaces.
    func drawn(_ widths: TerminalWidths) -> [StyledText] {
        var column = 0
        return pieces.map { piece in
            let text = piece.text.withTabsExpanded(from: column, widths)
            column += widths.cells(in: text)
            return StyledText(text, piece.style)
        }
    }
}

extension TextStyle {
    /// Changes the style as the SGR control sequence of ECMA-48 does; unknown parameters are
    /// ignored.
    mutating func apply(_ parameters: [[Int]]) {
        var rest = parameters.isEmpty ? [[0]] : parameters[...]
        while let parameter = rest.popFirst() {
            let code = parameter.first ?? 0
            switch code {
            case 0: self = .plain
            case 38: foreground = Self.color(parameter, &rest) ?? foreground
            case 48: background = Self.color(parameter, &rest) ?? background
            case 30...37: foreground = .palette(UInt8(code - 30))
            case 40...47: background = .palette(UInt8(code - 40))
            case 90...97: foreground = .palette(UInt8(code - 90 + 8))
            case 100...107: background = .palette(UInt8(code - 100 + 8))
            case 39: foreground = .standard
            case 49: background = .standard
            case 4 where parameter.dropFirst().first == 0: attributes.remove(.underline)
            default: applyAttribute(code)
            }
        }
    }

    private mutating func applyAttribute(_ code: Int) {
        switch code {
        case 1: attributes.insert(.bold)
        case 2: attributes.insert(.dim)
        case 3: attributes.insert(.italic)
        case 4: attributes.insert(.underline)
        case 7: attributes.insert(.reverse)
        case 22: attributes.subtract([.bold, .dim])
        case 23: attributes.remove(.italic)
        case 24: attributes.remove(.underline)
        case 27: attributes.remove(.reverse)
        default: break
        }
    }

    /// Returns the color specified by parameter 38 or 48: in its colon-separated parts, or else in the
    /// following parameters.
    private static func color(_ parameter: [Int], _ rest: inout ArraySlice<[Int]>) -> TerminalColor? {
        if parameter.count > 1 {
            let parts = parameter.dropFirst()
            switch (parts.first, parts.count) {
            case (5, 2...): return color(parts.suffix(1))
            // If there are more than four parts, the second one identifies a color space.
            case (2, 4...): return color(parts.dropFirst(parts.count > 4 ? 2 : 1).prefix(3))
            default: return nil
            }
        }
        let count = rest.first == [5] ? 1 : rest.first == [2] ? 3 : 0
        guard count > 0, rest.count > count else { return nil }
        let parts = rest.dropFirst().prefix(count).map { $0.first ?? 0 }
        rest = rest.dropFirst(count + 1)
        return color(parts[...])
    }

    /// Returns a palette color from one number or an RGB color from three; nil if one is above 255.
    private static func color(_ parts: ArraySlice<Int>) -> TerminalColor? {
        let bytes = parts.compactMap { UInt8(exactly: $0) }
        guard bytes.count == parts.count else { return nil }
        return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : bytes.first.map { .palette($0) }
    }
}
