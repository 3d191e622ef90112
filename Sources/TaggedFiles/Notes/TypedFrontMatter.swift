internal import TagCore

/// The front matter around a cursor, which may be incomplete.
///
/// Yams parses only complete front matter. Here the lines above the cursor determine the key, and the text to the left
/// of the cursor determines the syntax of the value.
struct TypedFrontMatter {
    /// The tag being typed, or nil in other parts of the front matter.
    let place: TypedPlace?

    /// Examines the front matter at an offset; nil if the offset is in the text after it.
    init?(_ bytes: [UInt8], at offset: Int) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.line(at: start)
        guard bytes[start..<first.end].starts(with: "---".utf8),
            bytes[start + 3..<first.end].allSatisfy(\.isSpaceOrTab), offset > first.end
        else { return nil }
        // The key whose value contains the cursor, and the line of the cursor.
        var key: Range<Int>?
        var line = first.next
        while true {
            let end = bytes.line(at: line)
            if Self.isRule(bytes[line..<end.end]) { return nil }
            if Self.beginsKey(bytes[line..<end.end]) { key = line..<end.end }
            if offset <= end.end || end.next >= bytes.count { break }
            line = end.next
        }
        let last = bytes.line(at: line)
        // After the last line end, the cursor is on an empty line.
        let lineStart = offset > last.end ? offset : line
        guard Self.isClosed(bytes, from: line) || !Self.hasBlankLine(bytes, first.next..<lineStart) else { return nil }
        place = key.flatMap { Self.place(bytes, at: offset, lineStart..<max(last.end, lineStart), $0) }
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        (line.starts(with: "---".utf8) || line.starts(with: "...".utf8)) && line.dropFirst(3).allSatisfy(\.isSpaceOrTab)
    }

    private static func isClosed(_ bytes: [UInt8], from offset: Int) -> Bool {
        var offset = offset
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            if isRule(bytes[offset..<line.end]) { return true }
            offset = line.next
        }
        return false
    }

    private static func hasBlankLine(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let line = bytes.line(at: offset)
            if bytes[offset..<line.end].allSatisfy(\.isSpaceOrTab) { return true }
            offset = line.next
        }
        return false
    }

    /// Returns whether a line starts with a key.
    private static func beginsKey(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, !first.isSpaceOrTab, !"-#[]{},".utf8.contains(first),
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return colon + 1 == line.endIndex || line[colon + 1].isSpaceOrTab
    }

    private static func place(_ bytes: [UInt8], at offset: Int, _ line: Range<Int>, _ key: Range<Int>) -> TypedPlace? {
        guard let colon = bytes[key].firstIndex(of: UInt8(ascii: ":")), offset > colon + 1 else { return nil }
        let name = StreamSafeText.received(String(decoding: bytes[key.lowerBound..<colon], as: UTF8.self))
            .filter { $0 != "\"" && $0 != "'" && $0 != " " }
        guard FrontMatter.tagKeys.contains(name) else { return nil }
        let value = colon + 1
        let first = bytes[value..<offset].firstIndex { !$0.isWhiteSpace }
        var place: TypedPlace?
        if let first, bytes[first] == UInt8(ascii: "[") {
            place = flowItem(bytes, at: offset, from: first, to: line.upperBound)
        } else if line.lowerBound > key.lowerBound {
            place = blockItem(bytes, at: offset, line)
        } else {
            place = word(bytes, at: offset, value..<line.upperBound)
        }
        let own = place?.range
        place?.siblings = siblings(bytes, value..<line.upperBound, without: own)
        return place
    }

    // MARK: Syntax of lists

    /// Returns the item of `[a, b]` at the cursor.
    private static func flowItem(_ bytes: [UInt8], at offset: Int, from start: Int, to end: Int) -> TypedPlace? {
        var (item, quote, isBeforeText) = (start + 1, UInt8(0), true)
        for place in start + 1..<max(offset, start + 1) {
            let byte = bytes[place]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: ",") {
                (item, isBeforeText) = (place + 1, true)
            } else if byte == UInt8(ascii: "]") {
                return nil
            } else if !byte.isWhiteSpace {
                if isBeforeText, isQuote(byte) { quote = byte }
                isBeforeText = false
            }
        }
        return self.item(bytes, from: item, at: offset, to: end, isInFlow: true)
    }

    /// Returns the item after a `-` at the cursor.
    private static func blockItem(_ bytes: [UInt8], at offset: Int, _ line: Range<Int>) -> TypedPlace? {
        guard let dash = bytes[line].firstIndex(where: { !$0.isSpaceOrTab }), bytes[dash] == UInt8(ascii: "-"),
            dash + 1 < offset, bytes[dash + 1].isSpaceOrTab
        else { return nil }
        return item(bytes, from: dash + 1, at: offset, to: line.upperBound, isInFlow: false)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

    /// Returns the item that starts at an offset, quoted or not.
    private static func item(
        _ bytes: [UInt8], from start: Int, at offset: Int, to end: Int, isInFlow: Bool
    ) -> TypedPlace? {
        var first = start
        while first < offset, bytes[first].isWhiteSpace { first += 1 }
        let quote = first < offset && isQuote(bytes[first]) ? bytes[first] : 0
        if quote != 0 { first += 1 }
        var last = offset
        if quote != 0 {
            guard !bytes[first..<offset].contains(quote) else { return nil }
            last = bytes[offset..<end].firstIndex(of: quote) ?? end
        } else {
            let stops: [UInt8] = isInFlow ? [0x2C, 0x5D] : []
            while last < end, !stops.contains(bytes[last]) { last += 1 }
            while last > offset, bytes[last - 1].isSpaceOrTab { last -= 1 }
            guard !bytes[first..<last].contains(UInt8(ascii: "#")) else { return nil }
        }
        if bytes.byte(at: first) == UInt8(ascii: "#"), first < offset { first += 1 }
        return TypedPlace(range: first..<last, form: .item(quote: form(of: quote), isInFlow: isInFlow))
    }

    private static func form(of quote: UInt8) -> NoteTag.Quote {
        quote == 0 ? .none : quote == 0x22 ? .double : .single
    }

    /// Returns the word of `a b` or `a, b` at the cursor.
    private static func word(_ bytes: [UInt8], at offset: Int, _ value: Range<Int>) -> TypedPlace? {
        var value = value
        while value.lowerBound < offset, bytes[value.lowerBound].isSpaceOrTab {
            value = value.lowerBound + 1..<value.upperBound
        }
        let quote = value.lowerBound < offset && isQuote(bytes[value.lowerBound]) ? bytes[value.lowerBound] : 0
        if quote != 0 {
            let inner = value.lowerBound + 1..<value.upperBound
            guard !bytes[inner.lowerBound..<offset].contains(quote) else { return nil }
            let end = bytes[offset..<inner.upperBound].firstIndex(of: quote) ?? inner.upperBound
            value = inner.lowerBound..<end
        } else if bytes[value].contains(UInt8(ascii: "#")) {
            // The rest of the line is a comment.
            return nil
        }
        let isBetweenCommas = bytes[value].contains(UInt8(ascii: ","))
        let ends = { (byte: UInt8) in isBetweenCommas ? byte == 0x2C : byte.isWhiteSpace }
        var first = bytes[value.lowerBound..<offset].lastIndex(where: ends).map { $0 + 1 } ?? value.lowerBound
        while first < offset, bytes[first].isWhiteSpace { first += 1 }
        var last = bytes[offset..<value.upperBound].firstIndex(where: ends) ?? value.upperBound
        while last > offset, bytes[last - 1].isWhiteSpace { last -= 1 }
        return TypedPlace(
            range: first..<last, form: .word(quote: form(of: quote), isInFlow: false, isBetweenCommas: isBetweenCommas))
    }

    /// Returns the other tags in an incomplete value.
    private static func siblings(_ bytes: [UInt8], _ value: Range<Int>, without own: Range<Int>?) -> [String] {
        guard value.count < 10_000 else { return [] }
        let isItems = bytes[value].contains(UInt8(ascii: ",")) || bytes[value].contains(0x0A)
        return bytes[value]
            .split { byte in isItems ? [0x2C, 0x5B, 0x5D, 0x0A, 0x0D].contains(byte) : byte.isWhiteSpace }
            .filter { part in own.map { !part.indices.overlaps($0) } ?? true }
            .map { part in
                StreamSafeText.received(String(decoding: part, as: UTF8.self))
                    .trimmingPrefix { $0 == " " || $0 == "-" || $0 == "\"" || $0 == "'" }
            }
            .map { String($0.reversed().drop { " \"'".contains($0) }.reversed()) }.filter { !$0.isEmpty }
    }
}
