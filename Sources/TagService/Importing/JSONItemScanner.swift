/// Finds where an item of a JSON list ends, also one that lacks a bracket, a quote or a comma, so that it spoils no other.
struct JSONItemScanner {
    /// How an item ends.
    enum End: Equatable {
        case comma
        /// The end of the list.
        case bracket
        /// The next item begins with the byte that was scanned, and this one had not ended.
        case unfinished
        /// The next item begins with the byte that was scanned, and no comma stands before it.
        case missingComma
        /// The end of the file, with or without an end of the item's brackets and strings.
        case file(isWhole: Bool)
    }

    private let isInList: Bool
    /// The open brackets; those of a very deep item are not all kept.
    private var open: [UInt8] = []
    private var openObjects = 0
    private var isString = false
    private var isEscaped = false
    /// Whether a string has a line end in it, which may be a string without its end.
    private var isBroken = false
    /// The last byte outside of strings that is no white space; the quote for a string.
    private var last: UInt8?

    private static let mostOpen = 1 << 20

    init(isInList: Bool) {
        self.isInList = isInList
    }

    /// Whether nothing is open.
    var isWhole: Bool { open.isEmpty && !isString }

    /// Scans the brace that an item was found to begin with.
    mutating func begin() {
        push(UInt8(ascii: "{"))
        last = UInt8(ascii: "{")
    }

    /// Scans a byte; returns how the item ends if it does, not counting the byte.
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
            // The brackets of lists are the others.
            guard open.count > openObjects else { return isInList ? .bracket : nil }
            pop(byte - 2)
        case UInt8(ascii: ",") where isInList && open.isEmpty: return .comma
        default: break
        }
        last = byte
        return nil
    }

    /// Scans a byte of a string; returns false if the string lacks its end and the byte stands behind it.
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

    /// Whether a bracket that opens cannot stand within the item, and so begins the next one.
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

    /// Closes the last bracket of a kind, and those within it, which lack their ends.
    private mutating func pop(_ kind: UInt8) {
        while let bracket = open.popLast() {
            if bracket == UInt8(ascii: "{") { openObjects -= 1 }
            if bracket == kind { return }
        }
    }
}
