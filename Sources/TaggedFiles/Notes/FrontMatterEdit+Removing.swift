/// Removing tags from front matter.
extension FrontMatterEdit {
    /// Returns the note without the tags of the given names.
    ///
    /// - Throws: `NoteError` if a tag is written in a form that can't be edited.
    func bytes(removing names: Set<String>) throws(NoteError) -> [UInt8] {
        var copy = self
        try copy.remove((frontMatter?.tags ?? []).filter { names.contains($0.name) })
        return copy.edited
    }

    /// Adds the edits that remove some tags of the front matter.
    ///
    /// - Throws: `NoteError` if a tag is written in a form that can't be edited.
    mutating func remove(_ tags: [NoteTag]) throws(NoteError) {
        for tag in tags where tag.range == nil {
            throw NoteError(line: tag.line, text: "can't remove '\(tag.name)' in this form; remove it by hand")
        }
        for list in lists {
            switch list.form {
            case .words(let whole, let quote): removeWords(of: whole, quote, tags.compactMap(\.range))
            case .flow, .block:
                let removed = list.items.map { item in
                    tags.contains { $0.range.map { item.contains($0.lowerBound) } ?? false }
                }
                guard removed.contains(true) else { continue }
                if case .block = list.form {
                    for (item, isRemoved) in zip(list.items, removed) where isRemoved { try removeLine(of: item, list) }
                } else {
                    try removeItems(of: list, removed)
                }
            case .missing, .null, .unknown: continue
            }
        }
    }

    /// Removes words from a scalar, each with the separator after it; the last word with the separator before it.
    private mutating func removeWords(of whole: Range<Int>, _ quote: NoteTag.Quote, _ ranges: [Range<Int>]) {
        let removed = ranges.filter { whole.contains($0.lowerBound) }
        guard !removed.isEmpty else { return }
        let content = quote == .none ? whole : whole.lowerBound + 1..<whole.upperBound - 1
        let words = (frontMatter?.tags ?? []).compactMap(\.range).filter { whole.contains($0.lowerBound) }
            .map { wholeWord($0, in: content) }
        let isRemoved = words.map { word in removed.contains { word.contains($0.lowerBound) } }
        guard let lastKept = isRemoved.lastIndex(of: false) else {
            // Without words, an unquoted scalar disappears together with its space.
            delete(quote == .none ? withSpacesBefore(content) : content)
            return
        }
        for index in words.indices where isRemoved[index] && index < lastKept {
            delete(words[index].lowerBound..<words[index + 1].lowerBound)
        }
        if lastKept < words.count - 1, let last = words.last { delete(words[lastKept].upperBound..<last.upperBound) }
    }

    /// Returns a word including a leading `#`.
    private func wholeWord(_ word: Range<Int>, in content: Range<Int>) -> Range<Int> {
        var start = word.lowerBound
        while start > content.lowerBound, bytes[start - 1].isSpaceOrTab { start -= 1 }
        let hasHash = start > content.lowerBound && bytes[start - 1] == UInt8(ascii: "#")
        return (hasHash ? start - 1 : word.lowerBound)..<word.upperBound
    }

    private func withSpacesBefore(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
        return start..<range.upperBound
    }

    /// Removes a block item with its line, but keeps a comment after it.
    private mutating func removeLine(of item: Range<Int>, _ list: TagList) throws(NoteError) {
        let line = line(around: item)
        guard let dash = dash(in: line.start..<item.lowerBound) else { throw uneditable(list) }
        let end = afterSpaces(item.upperBound)
        if end == line.end {
            delete(line.start..<line.next)
        } else if bytes.byte(at: end) == UInt8(ascii: "#"), end > item.upperBound {
            delete(dash..<end)
        } else {
            throw uneditable(list)
        }
    }

    /// Removes flow items with their commas and lines that become blank, but keeps comments.
    private mutating func removeItems(of list: TagList, _ removed: [Bool]) throws(NoteError) {
        for (item, isRemoved) in zip(list.items, removed) where isRemoved {
            let comma = try comma(after: item, list)
            removeItem(item, comma: comma)
        }
        guard removed.last == true, let last = list.items.last, try comma(after: last, list) == nil,
            let kept = removed.lastIndex(of: false)
        else { return }
        if let comma = try comma(after: list.items[kept], list) {
            let end = afterSpaces(comma + 1)
            // The rest of the line keeps its line end.
            let isAtEnd = bytes.line(at: comma).end == end
            delete(comma..<(isAtEnd ? comma + 1 : end))
        }
    }

    private mutating func removeItem(_ item: Range<Int>, comma: Int?) {
        let line = line(around: item)
        let isFirst = bytes[line.start..<item.lowerBound].allSatisfy(\.isSpaceOrTab)
        let isAdjacent = comma == afterSpaces(item.upperBound)
        let end = afterSpaces(comma.flatMap { isAdjacent ? $0 + 1 : nil } ?? item.upperBound)
        if isFirst, end == line.end, comma == nil || isAdjacent {
            delete(line.start..<line.next)
            return
        }
        delete(item.lowerBound..<(comma == nil ? item.upperBound : end))
        if let comma, !isAdjacent { delete(comma..<comma + 1) }
    }

    /// Returns the offset of the comma after an item, past white space and comments, or nil before the closing bracket.
    private func comma(after item: Range<Int>, _ list: TagList) throws(NoteError) -> Int? {
        var offset = item.upperBound
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ","): return offset
            case UInt8(ascii: "]"): return nil
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#"): offset = bytes.line(at: offset).end
            default: throw uneditable(list)
            }
        }
        throw uneditable(list)
    }
}
