/// Where the lines of front matter begin and end.
struct FrontMatterLines {
    /// The bytes between the two lines.
    let content: Range<Int>
    /// Where the text behind the second one begins.
    let end: Int

    init?(_ text: NoteText) {
        let bytes = text.bytes
        let first = bytes.line(at: text.start)
        guard Self.isRule(bytes[text.start..<first.end], ["---"]) else { return nil }
        var offset = first.next
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            if Self.isRule(bytes[offset..<line.end], ["---", "..."]) {
                content = first.next..<offset
                end = line.next
                return
            }
            offset = line.next
        }
        return nil
    }

    /// Whether a line is one of some rules, with nothing but space behind it.
    static func isRule(_ line: ArraySlice<UInt8>, _ rules: [String]) -> Bool {
        guard line.count >= 3 else { return false }
        return rules.contains { line.starts(with: $0.utf8) }
            && line.dropFirst(3).allSatisfy(\.isSpaceOrTab)
    }
}
