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

    /// Reads a number of 64 bits, as `ByteWriter.write(Int(bitPattern:))` writes it.
    package mutating func wideNumber() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            // The tenth byte has only one bit.
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
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

/// Writes numbers as bytes, for blobs and files.
///
/// ```
/// var writer = ByteWriter()
/// writer.write(300)  // [172, 2]
/// ```
package struct ByteWriter {
    /// The bytes written so far.
    package var bytes: [UInt8]

    /// Creates a writer that continues after the given bytes.
    package init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Writes a number that isn't negative in groups of seven bits, lowest first.
    package mutating func write(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes the four bytes of a fraction, lowest first.
    package mutating func write(_ fraction: Float) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: fraction.bitPattern >> shift))
        }
    }

    /// Writes the length of an ascending list, its first element, and the differences.
    package mutating func write(ascending list: [UInt32]) {
        write(list.count)
        var last = 0
        for element in list {
            write(Int(element) - last)
            last = Int(element)
        }
    }
}

/// A 64-bit checksum that detects accidental corruption and is computed at about memory bandwidth.
///
/// Eight lanes take 8-byte words in turn and mix them in with multiplications and shifts. Every step is reversible, so
/// a change within one word always changes the checksum; any other change is missed about once in 2⁶⁴. The checksum
/// doesn't protect against deliberate tampering.
///
/// ```swift
/// BlockChecksum.of([1, 2]) == BlockChecksum.of([2, 1])  // false
/// ```
package enum BlockChecksum {
    /// Returns the checksum of a sequence of bytes.
    ///
    /// - Complexity: O(*n*).
    package static func of(_ bytes: RawSpan) -> UInt64 {
        var (a, b, c, d) = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
        var (e, f, g, h) = (UInt64(5), UInt64(6), UInt64(7), UInt64(8))
        var offset = 0
        while offset <= bytes.byteCount - 64 {
            a = mix(a, word(bytes, offset))
            b = mix(b, word(bytes, offset + 8))
            c = mix(c, word(bytes, offset + 16))
            d = mix(d, word(bytes, offset + 24))
            e = mix(e, word(bytes, offset + 32))
            f = mix(f, word(bytes, offset + 40))
            g = mix(g, word(bytes, offset + 48))
            h = mix(h, word(bytes, offset + 56))
            offset += 64
        }
        var whole = seed
        whole = mix(mix(mix(mix(whole, a), b), c), d)
        whole = mix(mix(mix(mix(whole, e), f), g), h)
        while offset <= bytes.byteCount - 8 {
            whole = mix(whole, word(bytes, offset))
            offset += 8
        }
        for index in offset..<bytes.byteCount {
            let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            whole = mix(whole, UInt64(byte))
        }
        return mix(whole, UInt64(bytes.byteCount))
    }

    /// The initial value of every checksum.
    private static let seed: UInt64 = 0x5461_6766_6C6F_7731

    /// Returns the checksum of a sequence of words.
    package static func of(_ words: some Sequence<UInt64>) -> UInt64 { words.reduce(seed, mix) }

    @inline(__always) private static func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // The load is bounds-checked, and every bit pattern is a valid integer.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always) private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        // With a single multiplication, a change of the top bit would stay in the top bit, where a change in a
        // neighboring lane could cancel it.
        var mixed = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 29
    }
}
