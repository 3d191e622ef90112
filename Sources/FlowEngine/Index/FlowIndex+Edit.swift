public import Foundation

extension FlowIndex {
    /// The size of the item at a valid index.
    ///
    /// - Complexity: To set, O(items per chunk + lines that change + chunks).
    public subscript(index: Int) -> CGSize {
        get {
            guard let (chunk, offset) = place(of: index), offset < chunks[chunk].count else {
                preconditionFailure("Item \(index) is out of range; the index has \(count).")
            }
            return chunks[chunk].sizes[offset]
        }
        set {
            guard let (chunk, offset) = place(of: index), offset < chunks[chunk].count else {
                preconditionFailure("Item \(index) is out of range; the index has \(count).")
            }
            chunks[chunk].replace(offset, with: newValue)
            breakLines(in: chunk...chunk)
        }
    }

    /// Inserts an item before the one at an index, or at the end.
    ///
    /// - Complexity: O(items per chunk + lines that change + chunks).
    public mutating func insert(_ size: CGSize, at index: Int) {
        precondition((0...count).contains(index), "An index of \(count) has no place \(index).")
        defer { assert(count == chunks.reduce(0) { $0 + $1.count }) }
        count += 1
        guard let (chunk, offset) = place(of: index) else {
            chunks = [FlowChunk([size])]
            return breakAllLines()
        }
        chunks[chunk].insert(size, at: offset)
        breakLines(in: chunk...splitIfLarge(chunk))
    }

    /// Appends an item.
    ///
    /// - Complexity: O(items per chunk + chunks).
    public mutating func append(_ size: CGSize) { insert(size, at: count) }

    /// Appends items.
    ///
    /// - Complexity: O(appended items + items per chunk + chunks).
    public mutating func append(contentsOf sizes: [CGSize]) {
        guard !sizes.isEmpty else { return }
        count += sizes.count
        let first = max(chunks.count - 1, 0)
        var rest = sizes[...]
        if let last = chunks.last, last.count < capacity {
            let part = rest.prefix(capacity - last.count)
            chunks[first] = FlowChunk(last.sizes + part)
            rest = rest.dropFirst(part.count)
        }
        while !rest.isEmpty {
            chunks.append(FlowChunk(rest.prefix(capacity)))
            lines.append(FlowChunk.Lines())
            rest = rest.dropFirst(capacity)
        }
        breakLines(in: first...(chunks.count - 1))
    }

    /// Removes the item at an index and returns its size.
    ///
    /// - Complexity: O(items per chunk + lines that change + chunks).
    @discardableResult public mutating func remove(at index: Int) -> CGSize {
        guard let (chunk, offset) = place(of: index), offset < chunks[chunk].count else {
            preconditionFailure("Item \(index) is out of range; the index has \(count).")
        }
        let size = chunks[chunk].remove(at: offset)
        count -= 1
        breakLines(in: joinIfSmall(chunk))
        return size
    }

    /// Splits a chunk that has become too large; returns the last part.
    private mutating func splitIfLarge(_ chunk: Int) -> Int {
        let sizes = chunks[chunk].sizes
        guard sizes.count > 2 * capacity else { return chunk }
        let middle = sizes.count / 2
        chunks[chunk] = FlowChunk(sizes[..<middle])
        chunks.insert(FlowChunk(sizes[middle...]), at: chunk + 1)
        lines.insert(FlowChunk.Lines(), at: chunk + 1)
        return chunk + 1
    }

    /// Joins a chunk that has become small with a neighbor; returns the chunks that changed.
    private mutating func joinIfSmall(_ chunk: Int) -> ClosedRange<Int> {
        guard chunks[chunk].count < capacity / 4, chunks.count > 1 else { return chunk...chunk }
        let first = min(chunk, chunks.count - 2)
        chunks[first] = FlowChunk(chunks[first].sizes + chunks[first + 1].sizes)
        chunks.remove(at: first + 1)
        lines.remove(at: first + 1)
        return first...splitIfLarge(first)
    }
}
