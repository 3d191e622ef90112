public import Foundation
internal import Synchronization

/// A flow over many items, of which only what is asked for is computed.
///
/// The index keeps the items in chunks, with what is known of the lines that start in each. An edit
/// works from the chunk of the edited line until the old line starts fit again; a new container length
/// measures nothing. Frames are those that `FlowLayout.arrange` gives for the same sizes in a container
/// of that length, to the bit.
///
///     var index = FlowIndex(sizes, layout: FlowLayout(), containerLength: 600)
///     index[4] = CGSize(width: 80, height: 20)
///     let visible = index.frames(in: CGRect(x: 0, y: 0, width: 600, height: 400))
///
/// A flow with balanced lines or a greatest number of lines is arranged anew after each change, since
/// one change can move every line of it.
public struct FlowIndex: Sendable {
    /// The number of items.
    public internal(set) var count: Int
    /// The parameters of the flow.
    public let layout: FlowLayout
    /// The direction in which the flow is laid out.
    public let layoutDirection: LayoutDirection
    let metrics: FlowMetrics
    var chunks: [FlowChunk]
    /// How many items a chunk has to begin with; at most twice as many later.
    let capacity: Int
    /// The lines that start in each chunk.
    var lines: [ChunkLines] = []
    /// The length of the longest line, once it was asked for.
    var longest = LazyLength()
    /// What the lines of all chunks are broken with.
    var lanes = FlowLanes()
    /// The arrangement of a flow whose lines are not independent of each other.
    var whole: FlowArrangement?

    /// The length of the container along a line, in points; infinity is no limit.
    ///
    /// - Complexity: to set, O(items); sixteen items cost a few instructions together if those near each
    ///   other are of one depth and all lengths are multiples of 1/1024.
    public var containerLength: CGFloat {
        didSet { breakAllLines() }
    }

    /// Makes the index of some sizes.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of the items, in order; NaN, infinite and negative dimensions count as 0.
    ///   - layout: The parameters of the flow.
    ///   - containerLength: The length of the container along a line, in points.
    ///   - layoutDirection: Where the leading edge is.
    /// - Complexity: O(items).
    public init(
        _ sizes: [CGSize],
        layout: FlowLayout,
        containerLength: CGFloat,
        layoutDirection: LayoutDirection = .leftToRight
    ) {
        self.init(
            sizes,
            layout: layout,
            containerLength: containerLength,
            layoutDirection: layoutDirection,
            capacity: 1_024
        )
    }

    init(
        _ sizes: [CGSize],
        layout: FlowLayout,
        containerLength: CGFloat,
        layoutDirection: LayoutDirection,
        capacity: Int
    ) {
        self.capacity = capacity
        self.layout = layout
        self.layoutDirection = layoutDirection
        self.containerLength = containerLength
        let metrics = FlowMetrics(layout, direction: layoutDirection)
        self.metrics = metrics
        count = sizes.count
        chunks = stride(from: 0, to: sizes.count, by: capacity)
            .map { start in
                FlowChunk(sizes[start..<min(start + capacity, sizes.count)], metrics)
            }
        breakAllLines()
    }

    /// The sizes of all items, in order.
    public var sizes: [CGSize] { chunks.flatMap(\.sizes) }

    /// What breaks lines in a container of this length.
    var breaker: ChunkBreaker {
        ChunkBreaker(chunks, metrics, limit: limit)
    }

    /// Whether one change can move every line.
    private var dependsOnAllItems: Bool {
        layout.lineBreaking == .balanced || layout.maxLines != nil
    }

    /// Breaks the lines of all chunks.
    mutating func breakAllLines() {
        whole = dependsOnAllItems ? arranged() : nil
        longest = LazyLength()
        guard whole == nil else {
            lines = Array(repeating: ChunkLines(), count: chunks.count)
            return
        }
        lines = breaker.allLines(&lanes)
    }

    /// Breaks lines anew from those that reach into some chunks until the old ones fit again.
    mutating func breakLines(in changed: ClosedRange<Int>) {
        lanes.forget(changed)
        whole = dependsOnAllItems ? arranged() : nil
        longest = LazyLength()
        guard whole == nil else { return }
        // A first item that became shorter may fit on the line before.
        var chunk = max(changed.lowerBound - 1, 0)
        while chunk > 0, lines[chunk].count == 0 { chunk -= 1 }
        var carry = lines[chunk].entry
        let breaker = breaker
        while chunk < chunks.count {
            if chunk > changed.upperBound, lines[chunk].fits(carry, chunks[chunk].count) { return }
            lines[chunk] = breaker.lines(of: chunk, carry: carry)
            carry = lines[chunk].overshoot
            chunk += 1
        }
    }

    /// The length of the container as a limit.
    var limit: Double { lengthLimit(containerLength) }

    /// Returns the chunk and the place in it of an item, or the end of the last chunk.
    func place(of index: Int) -> (chunk: Int, offset: Int)? {
        var rest = index
        for chunk in chunks.indices {
            if rest < chunks[chunk].count { return (chunk, rest) }
            rest -= chunks[chunk].count
        }
        guard rest == 0, let last = chunks.indices.last else { return nil }
        return (last, chunks[last].count)
    }
}

/// A length that is worked out when it is first asked for.
///
/// Copies of an index share it, since it is replaced and not changed when the index changes.
final class LazyLength: Sendable {
    private let length = Mutex<Double?>(nil)

    /// Returns the length; works it out if nobody has yet.
    func value(_ workOut: () -> Double) -> Double {
        if let known = length.withLock({ $0 }) { return known }
        let length = workOut()
        self.length.withLock { $0 = length }
        return length
    }
}
