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
