/// A walk along a chunk by its marks, as far as no line can reach the chunk's end.
struct MarkedWalk {
    private let starts: [Int32]
    private let firsts: [UInt16]
    /// The start up to which a line, and one after it, surely end within the chunk.
    private let stop: Int32
    private(set) var position: Int
    private var start: Int32
    private(set) var longest: Int32 = 0

    /// Starts at an item of the chunk.
    @inline(__always)
    init(_ ruler: FlowRuler, _ marks: RulerMarks, from position: Int, reach: Int32) {
        starts = ruler.starts
        firsts = marks.firsts
        self.position = position
        start = starts[position]
        stop = starts[ruler.count] &- reach &- reach
    }

    /// Whether the next line surely ends within the chunk.
    @inline(__always)
    var goesOn: Bool { start < stop }

    /// Moves past a line.
    @inline(__always)
    mutating func leap(reach: Int32, shift: Int32) {
        let (next, end) = next(reach: reach, shift: shift)
        longest = longest > end &- start ? longest : end &- start
        position = next
        start = end
    }

    /// Returns the item that starts the next line, and where it starts.
    ///
    /// Two comparisons that do not wait for each other find it almost always.
    @inline(__always)
    private func next(reach: Int32, shift: Int32) -> (Int, Int32) {
        let starts = starts.span
        let firsts = firsts.span
        let target = start &+ reach
        // Safe: the walk goes on, so the target is before the end of the ruler, which has a mark; and
        // values that no target reaches stand after the last start.
        var next = unsafe Int(firsts[unchecked: Int(target &>> shift)])
        let first = unsafe starts[unchecked: next] <= target ? 1 : 0
        let second = unsafe starts[unchecked: next &+ 1] <= target ? 1 : 0
        next &+= first &+ second
        while unsafe starts[unchecked: next] <= target { next &+= 1 }
        next = next &- 1 > position ? next &- 1 : position &+ 1
        return (next, unsafe starts[unchecked: next])
    }
}
