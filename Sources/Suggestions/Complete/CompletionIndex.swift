/// Finds tags by what was typed, among a million in microseconds: exact, prefix, any part, alias, misspelt.
///
/// The index is a few ``CompletionSegment``s, each at most an eighth of the one before it. A new tag makes a segment
/// of its own, which is then merged with its neighbours as long as they are too alike in size, so that adding a
/// tag costs a logarithm of rebuilds of small segments (Bentley and Saxe 1980). Answers never depend on the division.
public struct CompletionIndex: Sendable {
    private(set) var segments: [CompletionSegment] = []
    /// Where each tag is: its segment, and its entry there.
    private var places: [UInt32: Place] = [:]

    private struct Place {
        var segment: Int
        var entry: UInt32
    }

    /// Makes an index of tags; of several with one identifier the last counts.
    ///
    /// Complexity: O(text · log text): about three seconds for a million tags of 17 letters.
    public init(_ tags: some Sequence<CompletionTag> = EmptyCollection()) {
        var builder = SegmentBuilder()
        var repeated: [CompletionTag] = []
        for tag in tags {
            let isNew = places.updateValue(Place(segment: 0, entry: 0), forKey: tag.id) == nil
            if !isNew {
                repeated.append(tag)
            } else if !builder.append(tag) {
                places[tag.id] = nil
            }
        }
        guard builder.count > 0 else { return }
        append(builder)
        for tag in repeated { insert(tag) }
    }

    /// The number of tags.
    public var count: Int { places.count }

    /// Whether the index has a tag.
    public func contains(_ id: UInt32) -> Bool { places[id] != nil }

    /// Adds a tag, or replaces the one with its identifier.
    ///
    /// Complexity: O(log² n) rebuilt tags on average; one call in n/8 rebuilds everything.
    public mutating func insert(_ tag: CompletionTag) {
        remove(tag.id)
        var builder = SegmentBuilder()
        builder.append(tag)
        append(builder)
        while segments.count > 1, needsMerge(segments.count - 1) { mergeLast() }
    }

    /// Removes a tag; an unknown one changes nothing.
    ///
    /// Complexity: O(key · log n).
    public mutating func remove(_ id: UInt32) {
        guard let place = places.removeValue(forKey: id) else { return }
        change(place.segment).setWeight(-.infinity, of: place.entry)
        if segments[place.segment].liveCount * 2 < segments[place.segment].ids.count {
            rebuild(from: place.segment)
        }
    }

    /// Gives a tag another weight; an unknown one changes nothing.
    ///
    /// Complexity: O(key · log n).
    public mutating func setWeight(_ weight: Double, of id: UInt32) {
        guard let place = places[id] else { return }
        change(place.segment).setWeight(SegmentBuilder.finite(weight), of: place.entry)
    }

    /// Where a tag is.
    func place(of id: UInt32) -> (segment: CompletionSegment, entry: UInt32)? {
        places[id].map { (segments[$0.segment], $0.entry) }
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
        rebuild(from: segments.count - 2, through: segments.count - 1)
    }

    /// Builds the tags of some segments into one, and puts it where the first of them was.
    private mutating func rebuild(from first: Int, through last: Int? = nil) {
        let range = first...(last ?? first)
        var builder = SegmentBuilder()
        for segment in segments[range] {
            for entry in 0..<UInt32(truncatingIfNeeded: segment.ids.count)
            where segment.isLive(entry) {
                builder.append(segment.tag(entry))
            }
        }
        let later = Array(segments[(range.upperBound + 1)...])
        segments.removeSubrange(first...)
        if builder.count > 0 { append(builder) }
        for segment in later { append(segment) }
    }

    private mutating func append(_ builder: SegmentBuilder) { append(CompletionSegment(builder)) }

    private mutating func append(_ segment: CompletionSegment) {
        places.reserveCapacity(places.count + segment.liveCount)
        segments.append(segment)
        let number = segments.count - 1
        for (entry, id) in segment.ids.enumerated() where segment.isLive(UInt32(entry)) {
            places[id] = Place(segment: number, entry: UInt32(truncatingIfNeeded: entry))
        }
    }
}
