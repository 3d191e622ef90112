/// A reader for bytes that arrive in pieces, one byte at a time.
package struct ByteCursor {
    /// The number of bytes consumed so far.
    package private(set) var consumed = 0
    private var piece: [UInt8] = []
    private var position = 0
    private let refill: () throws -> [UInt8]

    /// Creates a cursor over the pieces that a function returns; an empty piece is the end.
    package init(_ refill: @escaping () throws -> [UInt8]) { self.refill = refill }

    /// Returns the next byte without consuming it, or `nil` at the end.
    package mutating func peek() throws -> UInt8? {
        if position == piece.count {
            piece = try refill()
            position = 0
        }
        return position < piece.count ? piece[position] : nil
    }

    /// Consumes and returns the next byte, or `nil` at the end.
    package mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        consumed += 1
        return byte
    }

    /// Skips a byte order mark, if there is one.
    package mutating func skipByteOrderMark() throws {
        guard try peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try peek() == byte { _ = try next() }
    }

    /// Skips white space as defined by JSON.
    package mutating func skipWhiteSpace() throws {
        while let byte = try peek(), Self.isWhiteSpace(byte) { _ = try next() }
    }

    /// Returns whether a byte is white space as defined by JSON.
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
