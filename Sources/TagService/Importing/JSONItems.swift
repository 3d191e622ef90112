/// Splits a JSON list into its items, with one item in memory at a time.
///
/// It recognises strings and brackets only; whether an item is valid JSON is checked by its decoder.
struct JSONItems {
    /// The text of an item, or the problem found in its place.
    enum Item: Equatable {
        case text([UInt8])
        case problem(String)
    }

    private enum Stage { case start, list, afterList, end }

    /// Whether the file is a list; otherwise it is a single value.
    private(set) var isList = false
    private(set) var cursor: ByteCursor
    private var stage = Stage.start
    /// The maximum length of an item in bytes.
    private let limit: Int

    init(_ cursor: ByteCursor, limit: Int = LineBuffer.lineLimit) {
        self.cursor = cursor
        self.limit = limit
    }

    /// The next item of the list, or the single value; `nil` at the end.
    mutating func next() throws -> Item? {
        switch stage {
        case .start: try first()
        case .list: try item()
        case .afterList: try afterList()
        case .end: nil
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
        case UInt8(ascii: ","): return item
        case UInt8(ascii: "]"):
            stage = .afterList
            return item
        default:
            stage = .end
            return .problem("the list has no end")
        }
    }

    /// A problem if anything follows the list.
    private mutating func afterList() throws -> Item? {
        stage = .end
        try cursor.skipWhiteSpace()
        return try cursor.peek() == nil ? nil : .problem("the list ended before it")
    }

    /// Reads up to the comma or bracket that ends an item, or to the end.
    private mutating func read(isInList: Bool) throws -> (item: Item, end: UInt8?) {
        var text: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        var isTooLong = false
        var end: UInt8?
        while let byte = try cursor.next() {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: ",") where isInList && depth == 0,
                    UInt8(ascii: "]") where isInList && depth == 0:
                    end = byte
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
                default: break
                }
            }
            if end != nil { break }
            if text.count < limit { text.append(byte) } else { isTooLong = true }
        }
        return (isTooLong ? .problem(LineBuffer.tooLong) : .text(text), end)
    }
}
