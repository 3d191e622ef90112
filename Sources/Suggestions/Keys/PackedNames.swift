/// The names of tags that differ from their keys, in one array of bytes.
struct PackedNames: Sendable {
    private let text: PackedArray<UInt8>
    /// The end of each name in ``text``; empty if every name equals its key.
    private let ends: PackedArray<UInt32>

    init(text: PackedArray<UInt8>, ends: PackedArray<UInt32>) {
        self.text = text
        self.ends = ends
    }

    /// The name at an index; `nil` if it equals the key.
    subscript(index: Int) -> String? {
        guard contains(index) else { return nil }
        return String(decoding: text[range(index)], as: UTF8.self)
    }

    /// Returns whether the name at an index differs from the key.
    func contains(_ index: Int) -> Bool { index < ends.count && !range(index).isEmpty }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }
}

extension PackedNames: Storable {
    func store(in store: inout IndexWriter) throws {
        try store.add(text)
        try store.add(ends)
    }

    init(from store: inout IndexSource) throws {
        text = try store.array()
        ends = try store.array()
    }
}
