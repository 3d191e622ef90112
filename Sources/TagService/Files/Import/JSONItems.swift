/// The elements of a JSON list, with one element in memory at a time.
///
/// ``JSONItemScanner`` finds the end of each element; the decoder checks whether it is valid JSON.
package struct JSONItems {
    /// The text of an element, or the problem found in its place.
    package enum Item: Equatable {
        case text([UInt8])
        case problem(String)
    }

    private enum Stage { case start, list, afterList, endless, end }

    /// Whether the file is a list; otherwise it is a single value.
    package private(set) var isList = false
    package private(set) var cursor: ByteCursor
    private var stage = Stage.start
    /// Whether the opening brace of the next element was already read.
    private var hasBegunNext = false
    /// The maximum length of an element in bytes.
    private let limit: Int

    package init(_ cursor: ByteCursor, limit: Int = LineBuffer.lineLimit) {
        self.cursor = cursor
        self.limit = limit
    }

    /// Returns the next element of the list, or the single value; `nil` at the end.
    package mutating func next() throws -> Item? {
        switch stage {
        case .start: return try first()
        case .list: return try item()
        case .afterList: return try afterList()
        case .endless:
            stage = .end
            return .problem(Self.endless)
        case .end: return nil
        }
    }

    private mutating func first() throws -> Item? {
        try cursor.skipByteOrderMark()
        try cursor.skipWhiteSpace()
        guard try cursor.peek() == UInt8(ascii: "[") else {
            stage = .end
            return try read(isInList: false).item
        }
        isList = true
        _ = try cursor.next()
        try cursor.skipWhiteSpace()
        if try cursor.peek() == UInt8(ascii: "]") {
            _ = try cursor.next()
            return try afterList()
        }
        return try item()
    }

    private mutating func item() throws -> Item? {
        stage = .list
        let (item, end) = try read(isInList: true)
        switch end {
        case .comma, .unfinished: return item
        case .missingComma: return .problem("it isn't followed by a comma")
        case .bracket: stage = .afterList
        case .file(let isWhole):
            stage = isWhole ? .endless : .end
            if case .text(let text) = item, text.allSatisfy(ByteCursor.isWhiteSpace) {
                stage = .end
                return .problem(Self.endless)
            }
        }
        return item
    }

    private static let endless = "the list isn't closed"

    /// Returns a problem if there is more text after the list.
    private mutating func afterList() throws -> Item? {
        stage = .end
        try cursor.skipWhiteSpace()
        return try cursor.peek() == nil ? nil : .problem("it follows the end of the list")
    }

    /// Reads up to the end of an element.
    private mutating func read(isInList: Bool) throws -> (item: Item, end: JSONItemScanner.End) {
        var scanner = JSONItemScanner(isInList: isInList)
        var text: [UInt8] = []
        var isTooLong = false
        if hasBegunNext {
            hasBegunNext = false
            scanner.begin()
            text.append(UInt8(ascii: "{"))
        }
        var end = JSONItemScanner.End?.none
        while end == nil, let byte = try cursor.next() {
            end = scanner.scan(byte)
            if end != nil { break }
            if text.count < limit { text.append(byte) } else { isTooLong = true }
        }
        hasBegunNext = end == .unfinished || end == .missingComma
        let item: Item = isTooLong ? .problem(LineBuffer.tooLong) : .text(text)
        return (item, end ?? .file(isWhole: scanner.isWhole))
    }
}
