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

/// A scanner that finds the end of each element of a JSON list.
///
/// The scanner recovers from an element that lacks a bracket, a quote or a comma, so that the other
/// elements remain readable.
struct JSONItemScanner {
    /// The way an element ends.
    enum End: Equatable {
        case comma
        /// The end of the list.
        case bracket
        /// The scanned byte begins the next element, although this element isn't complete.
        case unfinished
        /// The scanned byte begins the next element, but the comma before it is missing.
        case missingComma
        /// The end of the file; `isWhole` is whether all brackets and strings of the element are closed.
        case file(isWhole: Bool)
    }

    private let isInList: Bool
    /// The open brackets, up to a limit.
    private var open: [UInt8] = []
    private var openObjects = 0
    private var isString = false
    private var isEscaped = false
    /// Whether the current string contains a line end, so that its closing quote may be missing.
    private var isBroken = false
    /// The last byte that isn't white space; after a string, its closing quote.
    private var last: UInt8?

    private static let mostOpen = 1 << 20

    init(isInList: Bool) { self.isInList = isInList }

    /// Whether all brackets and strings are closed.
    var isWhole: Bool { open.isEmpty && !isString }

    /// Starts an element whose opening brace was already read.
    mutating func begin() {
        push(UInt8(ascii: "{"))
        last = UInt8(ascii: "{")
    }

    /// Scans a byte; if the element ends before it, returns the way it ends.
    mutating func scan(_ byte: UInt8) -> End? {
        if isString, scanString(byte) { return nil }
        guard !ByteCursor.isWhiteSpace(byte) else { return nil }
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let end = endBefore(byte) { return end }
            push(byte)
        case UInt8(ascii: "}"): if openObjects > 0 { pop(UInt8(ascii: "{")) }
        case UInt8(ascii: "]"):
            // Brackets that aren't objects are lists.
            guard open.count > openObjects else { return isInList ? .bracket : nil }
            pop(byte - 2)
        case UInt8(ascii: ",") where isInList && open.isEmpty: return .comma
        default: break
        }
        last = byte
        return nil
    }

    /// Scans a byte of a string; returns `false` if the closing quote is missing and the byte comes after the string.
    private mutating func scanString(_ byte: UInt8) -> Bool {
        if isBroken, !ByteCursor.isWhiteSpace(byte) {
            isBroken = false
            guard !"{}[]\"".utf8.contains(byte) else {
                isString = false
                return false
            }
        }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isString = false
        } else if byte == 0x0A, isInList {
            isBroken = true
        }
        return true
    }

    /// Returns the end of the element if an opening bracket is invalid inside it, and therefore begins the next element.
    private func endBefore(_ byte: UInt8) -> End? {
        guard isInList, byte == UInt8(ascii: "{") else { return nil }
        if open.isEmpty { return last == UInt8(ascii: "}") ? .missingComma : nil }
        return open.last == byte && last != UInt8(ascii: ":") && last != byte ? .unfinished : nil
    }

    private mutating func push(_ byte: UInt8) {
        guard open.count < Self.mostOpen else { return }
        open.append(byte)
        if byte == UInt8(ascii: "{") { openObjects += 1 }
    }

    /// Closes the last bracket of a kind, and all unclosed brackets inside it.
    private mutating func pop(_ kind: UInt8) {
        while let bracket = open.popLast() {
            if bracket == UInt8(ascii: "{") { openObjects -= 1 }
            if bracket == kind { return }
        }
    }
}
