/// A checksum of 64 bits that is computed about as fast as memory is read, against damage by accident.
///
/// Eight lanes take a word of eight bytes each in turn, and mix it in by multiplications and shifts. Each step can be reversed, so that
/// a change within one word always changes the checksum; any other is missed about once in 2⁶⁴. It is no defence against forgery.
package enum BlockChecksum {
    /// Returns the checksum of some bytes.
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

    /// What the checksum of nothing begins with.
    private static let seed: UInt64 = 0x5461_6766_6C6F_7731

    /// Returns the checksum of some words.
    package static func of(_ words: some Sequence<UInt64>) -> UInt64 {
        words.reduce(seed, mix)
    }

    @inline(__always)
    private static func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // The load is checked against the bounds, and every bit pattern is a number.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always)
    private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        // Two multiplications, since one leaves a change of the topmost bit where it is, for a neighbouring one to undo it.
        var mixed = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 29
    }
}
