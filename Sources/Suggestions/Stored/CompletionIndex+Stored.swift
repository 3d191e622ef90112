package import TagCore

extension CompletionIndex {
    /// Writes the index piece by piece, so that ``init(stored:)`` can use it in place.
    ///
    /// - Complexity: O(*n*), without rebuilding anything.
    package func store(_ write: (RawSpan) throws -> Void) throws {
        try withoutActuallyEscaping(write) { write in
            var writer = IndexWriter(write)
            try writer.add(segments.count)
            for segment in segments { try segment.store(in: &writer) }
        }
    }

    /// Opens a stored index without reading or copying it as a whole.
    ///
    /// The bytes must come from ``store(_:)`` of a program with the same ``storedForm``; the caller
    /// must verify this with a checksum. Later changes are made in a copy.
    ///
    /// - Parameter bytes: the bytes, which stay in memory as long as any index refers to them.
    /// - Throws: an error if the bytes aren't those of an index.
    package init(stored bytes: FrozenBytes) throws {
        var source = IndexSource(bytes)
        let count = try source.number()
        // Each segment is at most an eighth of the size of the segment before it.
        try source.require(count < 64)
        self.init(segments: try (0..<count).map { _ in try CompletionSegment(from: &source) })
        try source.require(source.isAtEnd)
    }

    /// The checksum of a small stored index, which identifies the layout.
    ///
    /// It differs between programs that store an index in different ways or detect word starts by
    /// different rules.
    package static let storedForm: UInt64 = {
        var sums: [UInt64] = []
        // Writing to memory doesn't fail.
        try? CompletionIndex(sample).store { sums.append(BlockChecksum.of($0)) }
        return BlockChecksum.of(sums)
    }()

    /// Tags that cover all parts of an index: accents, aliases, separate names, words, scripts and
    /// lengths.
    private static let sample: [CompletionTag] = {
        let names = [
            "a", "swift", "Swift UI", "c++", "état d'esprit", "naïve-bayes", "straße", "日本語 入力", "привет мир",
            "x_y.z/w:v", "١٢٣", "👩‍💻 code", "tab·le", "ﬁne", "İstanbul", "a–b—c", "q\u{301}", "mañana",
            String(repeating: "long ", count: 20),
        ]
        return names.enumerated()
            .map { number, name in
                let key = TagKey(name)
                return CompletionTag(
                    id: UInt32(truncatingIfNeeded: 7 * number + 1), key: key.text, foldedKey: key.folded, name: name,
                    aliases: [CompletionTag.Alias(key: "Ä\(number) \(key.text)", foldedKey: "a\(number)")],
                    weight: Double(number % 5))
            }
    }()
}

extension CompletionSegment {
    func store(in store: inout IndexWriter) throws {
        try store.add(ids)
        try store.add(entriesByID)
        try store.add(weights)
        try store.add(liveCount)
        try keys.store(in: &store)
        try foldedKeys.store(in: &store)
        try aliases.store(in: &store)
        try store.add(foldedPairs)
        try store.add(aliasPairs)
        try names.store(in: &store)
    }
}
