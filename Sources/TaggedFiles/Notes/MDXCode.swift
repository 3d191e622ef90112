/// The code in MDX: `import` and `export` paragraphs, and `{/* */}` comments.
///
/// ```swift
/// let code = MDXCode(Array("import x from '#y'\n\n#tag".utf8))
/// code.contains(15..<16)  // true
/// ```
struct MDXCode {
    private var ranges: [Range<Int>] = []

    /// Finds the code in a text.
    ///
    /// - Complexity: Linear in the length of the text.
    init(_ bytes: [UInt8]) {
        var offset = 0
        var isAfterBlankLine = true
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            let isBlank = bytes[offset..<line.end].allSatisfy(\.isSpaceOrTab)
            let begins = ["import ", "export "].contains { bytes[offset..<line.end].starts(with: $0.utf8) }
            if isAfterBlankLine, begins {
                ranges.append(offset..<line.next)
            } else if !isBlank, let last = ranges.last, last.upperBound == offset {
                ranges[ranges.count - 1] = last.lowerBound..<line.next
            }
            isAfterBlankLine = isBlank
            offset = line.next
        }
        ranges += Self.comments(bytes)
    }

    private static func comments(_ bytes: [UInt8]) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var offset = 0
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "{")) {
            offset = start + 1
            guard bytes[offset...].starts(with: "/*".utf8) else { continue }
            offset += 2
            while offset < bytes.count, !bytes[offset...].starts(with: "*/}".utf8) { offset += 1 }
            comments.append(start..<offset)
        }
        return comments
    }

    /// Returns whether a range starts in code.
    func contains(_ range: Range<Int>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.lowerBound < $0.upperBound }
    }
}
