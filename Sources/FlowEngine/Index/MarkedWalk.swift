/// A walk along a chunk by its marks, as far as no line can reach the chunk's end.
///
/// It keeps no more than where the next line starts: what it does for a line are a dozen instructions,
/// and whoever has four walks to make can make them in turns.
@unsafe
struct MarkedWalk {
    private let starts: UnsafePointer<Int32>
    private let firsts: UnsafePointer<UInt16>
    /// The start up to which a line surely ends within the chunk.
    private let stop: Int32
    /// The item that the first line starts with.
    let entry: Int
    /// Where the next line starts.
    private var start: Int32

    /// Starts at an item of a chunk; the arrays must outlive the walk.
    @inline(__always)
    init(
        _ starts: UnsafeBufferPointer<Int32>,
        _ firsts: UnsafeBufferPointer<UInt16>,
        from position: Int,
        reach: Int32
    ) {
        // Safe: neither is empty, since a ruler ends with values that are out of reach.
        unsafe self.starts = unsafe starts.baseAddress.unsafelyUnwrapped
        unsafe self.firsts = unsafe firsts.baseAddress.unsafelyUnwrapped
        unsafe entry = position
        unsafe start = unsafe starts[position]
        unsafe stop = unsafe starts[starts.count - 1 - FlowRuler.padding] &- reach
    }

    /// Whether the next line surely ends within the chunk.
    @inline(__always)
    var goesOn: Bool { unsafe start < stop }

    /// Moves past a line; no item may be longer than one.
    @inline(__always)
    mutating func leap(reach: Int32, shift: Int32) {
        let target = unsafe start &+ reach
        // Safe: the walk goes on, so the target is before the end of the ruler and has a mark; and
        // values that no target reaches stand after the last start.
        var next = unsafe Int(firsts[Int(target &>> shift)])
        next &+= unsafe starts[next] <= target ? 1 : 0
        while unsafe starts[next] <= target { next &+= 1 }
        unsafe start = unsafe starts[next &- 1]
    }

    /// Returns the item that the next line starts with, once the walk has moved.
    ///
    /// It is the last one that starts there: what has no length is put on the line before.
    @inline(__always)
    func item(shift: Int32) -> Int {
        // Safe: a walk stands before the end of the ruler, so there is a mark, and a start after its own.
        var item = unsafe Int(firsts[Int(start &>> shift)])
        while unsafe starts[item] <= start { item &+= 1 }
        return item &- 1
    }
}
