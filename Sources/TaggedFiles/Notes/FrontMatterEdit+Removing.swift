/// Taking tags out of lists.
extension FrontMatterEdit {
    /// The bytes without the tags of some names.
    func bytes(removing names: Set<String>) throws(NoteError) -> [UInt8] {
        var copy = self
        let tags = (frontMatter?.tags ?? []).filter { names.contains($0.name) }
        for tag in tags where tag.range == nil {
            throw NoteError(
                line: tag.line,
                text:
                    "'\(tag.name)' is written in a way that cannot be changed; take it out by hand"
            )
        }
        for list in lists {
            switch list.form {
            case .words(let whole, let quote):
                copy.removeWords(of: whole, quote, tags.compactMap(\.range))
            case .flow, .block:
                let removed = list.items.map { item in
                    tags.contains { $0.range.map { item.contains($0.lowerBound) } ?? false }
                }
                guard removed.contains(true) else { continue }
                if case .block = list.form {
                    for (item, isRemoved) in zip(list.items, removed) where isRemoved {
                        try copy.removeLine(of: item, list)
                    }
                } else {
                    try copy.removeItems(of: list, removed)
                }
            case .missing, .null, .unknown: continue
            }
        }
        return copy.edited
    }

    /// Takes words out of a scalar, each with the separator behind it, and the last one with that in front of it.
    private mutating func removeWords(
        of whole: Range<Int>,
        _ quote: NoteTag.Quote,
        _ ranges: [Range<Int>]
    ) {
        let removed = ranges.filter { whole.contains($0.lowerBound) }
        guard !removed.isEmpty else { return }
        let content = quote == .none ? whole : whole.lowerBound + 1..<whole.upperBound - 1
        let words = (frontMatter?.tags ?? []).compactMap(\.range)
            .filter { whole.contains($0.lowerBound) }
            .map { wholeWord($0, in: content) }
        let isRemoved = words.map { word in
            removed.contains { word.contains($0.lowerBound) }
        }
        guard let lastKept = isRemoved.lastIndex(of: false) else {
            // Without any word an unquoted scalar is no value.
            delete(quote == .none ? withSpacesBefore(content) : content)
            return
        }
        for place in words.indices where isRemoved[place] && place < lastKept {
            delete(words[place].lowerBound..<words[place + 1].lowerBound)
        }
        if lastKept < words.count - 1, let last = words.last {
            delete(words[lastKept].upperBound..<last.upperBound)
        }
    }

    /// A word with the `#` in front of it.
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

    /// Takes an item behind a dash out with its line, of which a comment stays.
    private mutating func removeLine(of item: Range<Int>, _ list: TagList) throws(NoteError) {
        let line = line(around: item)
        guard let dash = dash(in: line.start..<item.lowerBound) else { throw problem(list) }
        let end = afterSpaces(item.upperBound)
        if end == line.end {
            delete(line.start..<line.next)
        } else if bytes.byte(at: end) == UInt8(ascii: "#"), end > item.upperBound {
            delete(dash..<end)
        } else {
            throw problem(list)
        }
    }

    /// Takes items out of brackets, each with its comma; a line that becomes blank goes, comments stay.
    private mutating func removeItems(
        of list: TagList,
        _ removed: [Bool]
    ) throws(NoteError) {
        for (item, isRemoved) in zip(list.items, removed) where isRemoved {
            let comma = try comma(behind: item, list)
            removeItem(item, comma: comma)
        }
        guard removed.last == true, let last = list.items.last,
            try comma(behind: last, list) == nil, let kept = removed.lastIndex(of: false)
        else { return }
        if let comma = try comma(behind: list.items[kept], list) {
            let end = afterSpaces(comma + 1)
            // What is left of a line keeps its end.
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

    /// The comma behind an item, over white space and comments; nothing in front of the closing bracket.
    private func comma(behind item: Range<Int>, _ list: TagList) throws(NoteError) -> Int? {
        var offset = item.upperBound
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ","): return offset
            case UInt8(ascii: "]"): return nil
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#"): offset = bytes.line(at: offset).end
            default: throw problem(list)
            }
        }
        throw problem(list)
    }
}
