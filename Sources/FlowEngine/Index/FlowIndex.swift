public import Foundation

/// A flow over many items that computes results on request.
///
/// The index keeps the items in chunks, with a summary of the lines that start in each chunk. An edit breaks lines
/// again from the edited chunk until they start at the same items as before; changing the container length doesn't
/// measure anything. The frames are identical to the bit to those of `FlowLayout.arrange` for the same sizes in a
/// container of that length.
///
/// ```swift
/// var index = FlowIndex(sizes, layout: FlowLayout(), containerLength: 600)
/// index[40_000] = CGSize(width: 80, height: 20)
/// let visible = index.frames(in: CGRect(x: 0, y: 9_000, width: 600, height: 400))
/// ```
///
/// Separators are those of `FlowLayout.arrange` too; ask for them with `separators(in:)` and `lineSeparators(in:)`.
///
/// A flow with balanced lines or a maximum number of lines is arranged again after each change, because one change can
/// move every line.
public struct FlowIndex: Sendable {
    /// The number of items.
    public internal(set) var count: Int
    /// The parameters of the flow.
    public let layout: FlowLayout
    /// The layout direction of the flow.
    public let layoutDirection: LayoutDirection
    let metrics: FlowMetrics
    var chunks: [FlowChunk]
    /// The number of items in a new chunk; edits can grow a chunk to twice this number.
    let capacity: Int
    /// The lines that start in each chunk.
    var lines: [FlowChunk.Lines] = []
    /// The complete arrangement of a flow whose lines depend on each other; nil for other flows.
    var fullArrangement: FlowArrangement?

    /// The length of the container along a line, in points; infinity means no limit.
    ///
    /// - Complexity: To set, O(items); O(chunks) if the items of each chunk have the same size.
    public var containerLength: CGFloat { didSet { breakAllLines() } }

    /// Creates the index of items of given sizes.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of the items, in order; NaN, infinite and negative dimensions count as 0.
    ///   - layout: The parameters of the flow.
    ///   - containerLength: The length of the container along a line, in points.
    ///   - layoutDirection: Which edge is the leading one.
    /// - Complexity: O(items).
    public init(
        _ sizes: [CGSize], layout: FlowLayout, containerLength: CGFloat, layoutDirection: LayoutDirection = .leftToRight
    ) {
        self.init(
            sizes, layout: layout, containerLength: containerLength, layoutDirection: layoutDirection,
            capacity: Self.standardCapacity)
    }

    /// The number of items in a new chunk: near the square root of a million, so that editing a board of a million
    /// items touches about as many items as chunks.
    private static let standardCapacity = 1_024

    /// Creates an index with chunks of a given size, which tests make small.
    init(
        _ sizes: [CGSize], layout: FlowLayout, containerLength: CGFloat, layoutDirection: LayoutDirection, capacity: Int
    ) {
        self.capacity = capacity
        self.layout = layout
        self.layoutDirection = layoutDirection
        self.containerLength = containerLength
        let metrics = FlowMetrics(layout, direction: layoutDirection)
        self.metrics = metrics
        count = sizes.count
        chunks = stride(from: 0, to: sizes.count, by: capacity)
            .map { start in FlowChunk(sizes[start..<min(start + capacity, sizes.count)]) }
        breakAllLines()
    }

    /// The sizes of all items, in order.
    public var sizes: [CGSize] { chunks.flatMap(\.sizes) }

    /// The breaker for the current container length.
    var breaker: ChunkBreaker { ChunkBreaker(chunks, metrics, limit: limit) }

    /// Whether one change can move every line.
    private var dependsOnAllItems: Bool { layout.lineBreaking == .balanced || layout.maxLines != nil }

    /// Breaks the lines of all chunks.
    mutating func breakAllLines() {
        fullArrangement = dependsOnAllItems ? arranged() : nil
        guard fullArrangement == nil else {
            lines = Array(repeating: FlowChunk.Lines(), count: chunks.count)
            return
        }
        lines = breaker.allLines()
    }

    /// Breaks lines again, from those that reach into the changed chunks until lines start at the same items as before
    /// the edit.
    mutating func breakLines(in changed: ClosedRange<Int>) {
        fullArrangement = dependsOnAllItems ? arranged() : nil
        guard fullArrangement == nil else { return }
        // A first item that became shorter may fit on the previous line.
        var chunk = max(changed.lowerBound - 1, 0)
        while chunk > 0, lines[chunk].count == 0 { chunk -= 1 }
        var carry = lines[chunk].entry
        let breaker = breaker
        while chunk < chunks.count {
            if chunk > changed.upperBound, lines[chunk].isCurrent(carry, chunks[chunk].count) { return }
            lines[chunk] = breaker.lines(of: chunk, carry: carry)
            carry = lines[chunk].overshoot
            chunk += 1
        }
    }

    /// The container length as a limit: 0 for NaN and negative lengths.
    var limit: Double { lengthLimit(containerLength) }

    /// Returns the chunk of an item and its offset there; for `count`, the end of the last chunk.
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
