/// The extent of front matter, found without parsing YAML.
struct FrontMatterLines {
    /// The range between the two lines of `---`.
    let content: Range<Int>
    /// The offset of the text after the second line.
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

    /// Returns whether a line consists of one of the given rules and white space.
    static func isRule(_ line: ArraySlice<UInt8>, _ rules: [String]) -> Bool {
        guard line.count >= 3 else { return false }
        return rules.contains { line.starts(with: $0.utf8) } && line.dropFirst(3).allSatisfy(\.isSpaceOrTab)
    }
}
