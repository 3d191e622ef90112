/// Reads what a ``ByteWriter`` wrote; every function returns `nil` for bytes that it can't have written.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position: Int

    /// Creates a reader that starts at a position.
    package init(bytes: [UInt8], position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    /// The bytes that weren't read yet.
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Whether all bytes were read.
    package var isAtEnd: Bool { position == bytes.count }

    /// Reads a number that isn't negative, of at most 56 bits, so that adding some of them can't overflow.
    package mutating func number() -> Int? {
        var number: UInt = 0
        for shift in stride(from: 0, to: 56, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            number |= UInt(byte & 0x7F) << UInt(shift)
            if byte < 0x80 { return Int(number) }
        }
        return nil
    }

    /// Reads the next bytes.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        position += count
        return bytes[position - count..<position]
    }

    /// Reads a finite fraction.
    package mutating func fraction() -> Float? {
        guard let four = bytes(4) else { return nil }
        let pattern = four.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let fraction = Float(bitPattern: pattern)
        return fraction.isFinite ? fraction : nil
    }

    /// Reads the next element of an ascending list without its length, after an element.
    package mutating func element(after last: UInt32) -> UInt32? {
        guard let difference = number(), difference > 0 else { return nil }
        return UInt32(exactly: Int(last) + difference)
    }

    /// Reads an ascending list.
    package mutating func ascending() -> [UInt32]? {
        // Each element takes at least a byte, so a damaged length can't reserve more than the file's size.
        guard let count = number(), count <= bytes.count - position else { return nil }
        var list: [UInt32] = []
        list.reserveCapacity(count)
        var last = 0
        for index in 0..<count {
            guard let difference = number(), index == 0 || difference > 0 else { return nil }
            last += difference
            guard let element = UInt32(exactly: last) else { return nil }
            list.append(element)
        }
        return list
    }
}
