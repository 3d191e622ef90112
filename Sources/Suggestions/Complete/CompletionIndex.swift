/// Finds tags by what was typed, among a million in microseconds: exact, prefix, any part, alias, misspelt.
///
/// The index is a few ``CompletionSegment``s, each at most an eighth of the one before it. A new tag makes a segment
/// of its own, which is then merged with its neighbours as long as they are too alike in size, so that adding a
/// tag costs a logarithm of rebuilds of small segments (Bentley and Saxe 1980). Answers never depend on the division.
public struct CompletionIndex: Sendable {
    private(set) var segments: [CompletionSegment] = []

    /// Makes an index of tags; of several with one identifier the last counts.
    ///
    /// Complexity: O(text · log text): about three seconds for a million tags of 17 letters.
    public init(_ tags: some Sequence<CompletionTag> = EmptyCollection()) {
        self.init { add in
            for tag in tags { add(tag) }
        }
    }

    /// Makes an index of tags that are added one at a time, so that nothing else need hold them all.
    ///
    /// - Parameter body: adds tags by calling its argument.
    /// - Throws: what `body` throws.
    public init(_ body: (_ add: (CompletionTag) -> Void) throws -> Void) rethrows {
        var builder = SegmentBuilder()
        try body { builder.append($0) }
        if builder.count > 0 { segments.append(CompletionSegment(builder)) }
    }

    /// The number of tags.
    public var count: Int { segments.reduce(0) { $0 + $1.liveCount } }

    /// Whether the index has a tag.
    ///
    /// Complexity: O(log n).
    public func contains(_ id: UInt32) -> Bool { place(of: id) != nil }

    /// The name of a tag; nil for an unknown one.
    ///
    /// Complexity: O(log n).
    public func name(of id: UInt32) -> String? {
        place(of: id).map { segments[$0.segment].name($0.entry) }
    }

    /// The tag that has a key; nil where none has.
    ///
    /// Complexity: O(log n).
    public func tag(withKey key: String) -> UInt32? {
        let bytes = UnsortedKeys.bytes(key)
        return segments.lazy.compactMap { $0.tag(withKey: bytes) }.first
    }

    /// Adds a tag, or replaces the one with its identifier.
    ///
    /// Complexity: O(log² n) rebuilt tags on average; one call in n/8 rebuilds everything.
    public mutating func insert(_ tag: CompletionTag) {
        remove(tag.id)
        var builder = SegmentBuilder()
        guard builder.append(tag) else { return }
        segments.append(CompletionSegment(builder))
        while segments.count > 1, needsMerge(segments.count - 1) { mergeLast() }
    }

    /// Removes a tag; an unknown one changes nothing.
    ///
    /// Complexity: O(key · log n).
    public mutating func remove(_ id: UInt32) {
        guard let (number, entry) = place(of: id) else { return }
        change(number).setWeight(-.infinity, of: entry)
        if segments[number].liveCount * 2 < segments[number].ids.count {
            rebuild(number...number)
        }
    }

    /// Gives a tag another weight; an unknown one changes nothing.
    ///
    /// Complexity: O(key · log n).
    public mutating func setWeight(_ weight: Double, of id: UInt32) {
        guard let (number, entry) = place(of: id) else { return }
        change(number).setWeight(SegmentBuilder.finite(weight), of: entry)
    }

    /// The number of a tag's segment, and its entry there.
    func place(of id: UInt32) -> (segment: Int, entry: UInt32)? {
        for number in segments.indices {
            if let entry = segments[number].entry(of: id) { return (number, entry) }
        }
        return nil
    }

    // MARK: Segments

    /// A segment whose weights may change: a copy, if another index shares it.
    private mutating func change(_ number: Int) -> CompletionSegment {
        if !isKnownUniquelyReferenced(&segments[number]) {
            segments[number] = CompletionSegment(copying: segments[number])
        }
        return segments[number]
    }

    private func needsMerge(_ last: Int) -> Bool {
        segments[last].liveCount * 8 > segments[last - 1].liveCount
    }

    private mutating func mergeLast() {
        rebuild((segments.count - 2)...(segments.count - 1))
    }

    /// Builds the tags of some segments into one, which takes their place.
    private mutating func rebuild(_ range: ClosedRange<Int>) {
        var builder = SegmentBuilder()
        for segment in segments[range] {
            for entry in 0..<UInt32(truncatingIfNeeded: segment.ids.count)
            where segment.isLive(entry) {
                builder.append(segment.tag(entry))
            }
        }
        let built = builder.count > 0 ? [CompletionSegment(builder)] : []
        segments.replaceSubrange(range, with: built)
    }
}
