/// Goes through bytes that come in pieces, a byte at a time.
struct ByteCursor {
    /// How many bytes were passed.
    private(set) var consumed = 0
    private var piece: [UInt8] = []
    private var position = 0
    private let refill: () throws -> [UInt8]

    /// A cursor over the pieces that a function gives, none at the end.
    init(_ refill: @escaping () throws -> [UInt8]) {
        self.refill = refill
    }

    /// The byte that comes next, which stays; `nil` at the end.
    mutating func peek() throws -> UInt8? {
        if position == piece.count {
            piece = try refill()
            position = 0
        }
        return position < piece.count ? piece[position] : nil
    }

    /// Passes the byte that comes next; `nil` at the end.
    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        consumed += 1
        return byte
    }

    /// Passes a byte order mark, where one comes next.
    mutating func skipByteOrderMark() throws {
        guard try peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try peek() == byte { _ = try next() }
    }

    /// Passes white space as JSON has it.
    mutating func skipWhiteSpace() throws {
        while let byte = try peek(), Self.isWhiteSpace(byte) { _ = try next() }
    }

    /// Whether a byte is white space as JSON has it.
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
