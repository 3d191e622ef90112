/// An index of tags for completion, which finds exact, prefix, substring, alias and misspelled
/// matches among very many tags.
///
/// The index consists of a few `CompletionSegment`s, each at most an eighth of the size of the
/// segment before it. A new tag starts a separate segment, which is merged with the segments before
/// it as long as their sizes are too similar. Each tag is therefore rebuilt a logarithmic number of
/// times (the logarithmic method of Bentley and Saxe 1980). Results don't depend on the
/// segmentation.
///
/// ```swift
/// var index = CompletionIndex([
///     CompletionTag(id: 1, key: "swift", name: "Swift", weight: 9),
///     CompletionTag(id: 2, key: "swiftui", name: "SwiftUI", weight: 5),
/// ])
/// index.complete(CompletionQuery(key: "sw"), limit: 10).map(\.name)     // ["Swift", "SwiftUI"]
/// index.complete(CompletionQuery(key: "siwft"), limit: 1).first?.kind   // .likelyTypo
/// index.setWeight(20, of: 2)
/// ```
public struct CompletionIndex: Sendable {
    private(set) var segments: [CompletionSegment] = []

    /// Creates an index of tags; of several tags with the same identifier, the last tag is used.
    ///
    /// - Complexity: O(*n* log *n*) in the length of all keys.
    public init(_ tags: some Sequence<CompletionTag> = EmptyCollection()) {
        self.init { add in for tag in tags { add(tag) } }
    }

    /// Creates an index of tags that are added one at a time, so that the caller doesn't have to hold all of them.
    ///
    /// - Parameter body: adds tags by calling its argument.
    /// - Throws: the error of `body`.
    public init(_ body: (_ add: (CompletionTag) -> Void) throws -> Void) rethrows {
        var builder = SegmentBuilder()
        try body { builder.append($0) }
        if builder.count > 0 { segments.append(CompletionSegment(builder)) }
    }

    /// Creates an index of segments, each at most an eighth of the size of the segment before it.
    init(segments: [CompletionSegment]) { self.segments = segments }

    /// The number of tags.
    public var count: Int { segments.reduce(0) { $0 + $1.liveCount } }

    /// Returns whether the index contains a tag.
    ///
    /// - Complexity: O(log *n*).
    public func contains(_ id: UInt32) -> Bool { place(of: id) != nil }

    /// Returns whether the index contains a tag with the same identifier, key, name, aliases and weight.
    ///
    /// - Complexity: O(log *n*).
    package func contains(_ tag: CompletionTag) -> Bool {
        guard let (number, entry) = place(of: tag.id) else { return false }
        return segments[number].holds(tag, at: entry)
    }

    /// Returns the name of a tag, or `nil` if it is unknown.
    ///
    /// - Complexity: O(log *n*).
    public func name(of id: UInt32) -> String? { place(of: id).map { segments[$0.segment].name($0.entry) } }

    /// Returns the tag with a key, or `nil`.
    ///
    /// - Complexity: O(log *n*).
    public func tag(withKey key: String) -> UInt32? {
        let bytes = UnsortedKeys.bytes(key)
        return segments.lazy.compactMap { $0.tag(withKey: bytes) }.first
    }

    /// Inserts a tag, or replaces the tag with the same identifier.
    ///
    /// - Complexity: O(log² *n*) rebuilt tags amortized; about one call in *n*/8 rebuilds the whole index.
    public mutating func insert(_ tag: CompletionTag) {
        remove(tag.id)
        var builder = SegmentBuilder()
        guard builder.append(tag) else { return }
        segments.append(CompletionSegment(builder))
        while segments.count > 1, needsMerge(segments.count - 1) { mergeLast() }
    }

    /// Inserts tags, or replaces the tags with the same identifiers; of several tags with the same
    /// identifier, the last is used.
    ///
    /// Inserting many tags together is much faster than one by one, because they form one segment.
    ///
    /// - Complexity: O(*m* log *m*) in the length of the keys of *m* tags, and O(log *n*) rebuilt tags amortized for each.
    public mutating func insert(contentsOf tags: [CompletionTag]) {
        guard tags.count > 1 else {
            if let tag = tags.first { insert(tag) }
            return
        }
        for tag in tags { remove(tag.id) }
        var builder = SegmentBuilder()
        for tag in tags { builder.append(tag) }
        guard builder.count > 0 else { return }
        segments.append(CompletionSegment(builder))
        while segments.count > 1, needsMerge(segments.count - 1) { mergeLast() }
    }

    /// Removes a tag; does nothing if it is unknown.
    ///
    /// - Complexity: O(key · log *n*).
    public mutating func remove(_ id: UInt32) {
        guard let (number, entry) = place(of: id) else { return }
        uniqueSegment(at: number).setWeight(-.infinity, of: entry)
        if segments[number].liveCount * 2 < segments[number].ids.count { rebuild(number...number) }
    }

    /// Changes the weight of a tag; does nothing if it is unknown.
    ///
    /// - Complexity: O(key · log *n*).
    public mutating func setWeight(_ weight: Double, of id: UInt32) {
        guard let (number, entry) = place(of: id) else { return }
        uniqueSegment(at: number).setWeight(SegmentBuilder.finite(weight), of: entry)
    }

    /// Returns the index of a tag's segment, and the tag's entry there.
    func place(of id: UInt32) -> (segment: Int, entry: UInt32)? {
        for number in segments.indices { if let entry = segments[number].entry(of: id) { return (number, entry) } }
        return nil
    }

    // MARK: Segments

    /// Returns a segment whose weights may be changed, copying it first if another index shares it.
    private mutating func uniqueSegment(at number: Int) -> CompletionSegment {
        if !isKnownUniquelyReferenced(&segments[number]) {
            segments[number] = CompletionSegment(copying: segments[number])
        }
        return segments[number]
    }

    private func needsMerge(_ last: Int) -> Bool { segments[last].liveCount * 8 > segments[last - 1].liveCount }

    private mutating func mergeLast() { rebuild((segments.count - 2)...(segments.count - 1)) }

    /// Replaces the given segments with a single segment with all their tags.
    private mutating func rebuild(_ range: ClosedRange<Int>) {
        var builder = SegmentBuilder()
        for segment in segments[range] {
            for entry in 0..<UInt32(truncatingIfNeeded: segment.ids.count) where segment.isLive(entry) {
                builder.append(segment.tag(entry))
            }
        }
        let built = builder.count > 0 ? [CompletionSegment(builder)] : []
        segments.replaceSubrange(range, with: built)
    }
}
