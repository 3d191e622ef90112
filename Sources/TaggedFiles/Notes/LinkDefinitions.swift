/// The link reference definitions before a paragraph, such as `[label]: https://example.org "title"`.
struct LinkDefinitions {
    private let text: InlineText
    private var place = 0
    /// The number of lines of the definitions.
    private(set) var lineCount = 0

    init(_ bytes: [UInt8], _ lines: [Range<Int>]) { text = InlineText(bytes, lines) }

    /// Reads the definitions and returns their labels as keys.
    mutating func take() -> Set<String> {
        var labels: Set<String> = []
        while let (label, end) = definition(at: place) {
            labels.insert(label)
            place = end
        }
        lineCount = text.bytes[..<place].count { $0 == 0x0A }
        return labels
    }

    /// Returns the label of the definition at an offset, and the offset of the next line.
    private func definition(at start: Int) -> (label: String, end: Int)? {
        let bytes = text.bytes
        guard bytes.byte(at: start) == UInt8(ascii: "["), let labelEnd = LinkParts.labelEnd(at: start, in: bytes),
            bytes.byte(at: labelEnd) == UInt8(ascii: ":")
        else { return nil }
        let label = LinkParts.key(bytes[start + 1..<labelEnd - 1])
        let target = LinkParts.skipSpace(labelEnd + 1, bytes)
        guard !label.isEmpty, let targetEnd = LinkParts.targetEnd(at: target, in: bytes, isBare: true),
            targetEnd > target
        else { return nil }
        let title = LinkParts.skipSpace(targetEnd, bytes)
        if title > targetEnd, let end = LinkParts.titleEnd(at: title, in: bytes), let next = lineEnd(from: end) {
            return (label, next)
        }
        return lineEnd(from: targetEnd).map { (label, $0) }
    }

    /// Returns the start of the next line if only white space precedes it.
    private func lineEnd(from start: Int) -> Int? {
        var place = start
        while text.bytes.byte(at: place).isSpaceOrTab { place += 1 }
        return text.bytes.byte(at: place) == 0x0A ? place + 1 : nil
    }
}
