internal import TagCore

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
            // A tag may have more uses than items were trained with, because some are left out.
            guard let count = reader.number(), count > 0, let bias = reader.fraction(), let scale = reader.fraction(),
                let count = UInt32(exactly: count)
            else { return nil }
            uses.append(count)
            biases.append(bias)
            scales.append(scale)
        }
        guard let words = reader.ascending() else { return nil }
        var (itemCounts, starts): ([UInt32], [Int]) = ([], [0])
        var (weightTags, weights): ([Int32], [Int8]) = ([], [])
        for _ in words {
            guard let count = reader.number(), count > 0, count <= itemCount, let count = UInt32(exactly: count),
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
            itemCount: itemCount, tags: tags, uses: uses, biases: biases, scales: scales, words: words,
            itemCounts: itemCounts, starts: starts, weightTags: weightTags, weights: weights)
    }
}
