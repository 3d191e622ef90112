extension LinearTagModel {
    /// The first bytes of every stored model: a name and the version of the format.
    private static let signature = Array("TFLM1".utf8)

    /// The model as bytes, for a file.
    ///
    /// All numbers are written as LEB128, sorted lists as differences, and fractions as their four bytes. The file
    /// needs a checksum: ``init(bytes:)`` finds every inconsistency, but not a changed weight.
    ///
    /// - Complexity: O(*n*) in the number of words and weights.
    package var bytes: [UInt8] {
        var writer = ByteWriter(bytes: Self.signature)
        writer.write(itemCount)
        writer.write(ascending: tags)
        for index in tags.indices {
            writer.write(Int(uses[index]))
            writer.write(biases[index])
            writer.write(scales[index])
        }
        writer.write(ascending: words)
        for column in words.indices {
            writer.write(Int(itemCounts[column]))
            let range = starts[column]..<starts[column + 1]
            writer.write(ascending: weightTags[range].map { UInt32($0) })
            writer.bytes += weights[range].map { UInt8(bitPattern: $0) }
        }
        return writer.bytes
    }

    /// Restores a model; `nil` for bytes of another format or version, and for inconsistent or truncated bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var reader = ByteReader(bytes: bytes, position: Self.signature.count)
        guard let itemCount = reader.number(), let tags = reader.ascending() else { return nil }
        var (uses, biases, scales): ([UInt32], [Float], [Float]) = ([], [], [])
        for _ in tags {
            guard let count = reader.number(), count > 0, count <= itemCount,
                let bias = reader.fraction(),
                let scale = reader.fraction(), let count = UInt32(exactly: count)
            else { return nil }
            uses.append(count)
            biases.append(bias)
            scales.append(scale)
        }
        guard let words = reader.ascending() else { return nil }
        var (itemCounts, starts): ([UInt32], [Int]) = ([], [0])
        var (weightTags, weights): ([Int32], [Int8]) = ([], [])
        for _ in words {
            guard let count = reader.number(), count > 0, count <= itemCount,
                let count = UInt32(exactly: count),
                let list = reader.ascending(), list.last.map({ Int($0) < tags.count }) ?? true,
                let steps = reader.bytes(list.count)
            else { return nil }
            itemCounts.append(count)
            weightTags += list.map { Int32($0) }
            weights += steps.map { Int8(bitPattern: $0) }
            starts.append(weights.count)
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            itemCount: itemCount,
            tags: tags,
            uses: uses,
            biases: biases,
            scales: scales,
            words: words,
            itemCounts: itemCounts,
            starts: starts,
            weightTags: weightTags,
            weights: weights
        )
    }
}

/// Writes numbers as bytes.
private struct ByteWriter {
    var bytes: [UInt8]

    /// Writes a number that isn't negative in groups of seven bits, lowest first.
    mutating func write(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ fraction: Float) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: fraction.bitPattern >> shift))
        }
    }

    /// Writes the length of an ascending list, its first element, and the differences.
    mutating func write(ascending list: [UInt32]) {
        write(list.count)
        var last = 0
        for element in list {
            write(Int(element) - last)
            last = Int(element)
        }
    }
}

/// Reads what a ``ByteWriter`` wrote; every function returns `nil` for bytes that it can't have written.
private struct ByteReader {
    let bytes: [UInt8]
    var position: Int

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int? {
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

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        position += count
        return bytes[position - count..<position]
    }

    /// Reads a finite fraction.
    mutating func fraction() -> Float? {
        guard let four = bytes(4) else { return nil }
        let pattern = four.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let fraction = Float(bitPattern: pattern)
        return fraction.isFinite ? fraction : nil
    }

    mutating func ascending() -> [UInt32]? {
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
