internal import Sync

/// The files in which changes are sent: lines, and the registers in each.
struct SyncSegments {
    /// The content of a file.
    struct Segment {
        /// The lines, without the first.
        var lines: [[UInt8]]
        /// The registers in them.
        var registers: [Register]
    }

    /// The files, in the order in which they are written.
    private(set) var files: [Segment] = []

    /// Puts all registers into one file.
    init(base registers: [Register]) { files = [Segment(lines: RegisterLines.lines(registers), registers: registers)] }

    /// Divides commands into segments of at most 4 MB; a command that fits is in one segment.
    init(commands: [[Register]]) {
        var splitter = SegmentSplitter()
        var registers: [Register] = []
        for part in commands.flatMap(Self.parts) {
            // A part fits, so a segment that is complete has all parts before this one.
            for lines in splitter.add(RegisterLines.lines(part)) {
                files.append(Segment(lines: lines, registers: registers))
                registers = []
            }
            registers += part
        }
        if let lines = splitter.finish() { files.append(Segment(lines: lines, registers: registers)) }
    }

    /// Divides a command that doesn't fit into a segment by things, and a thing that doesn't by fields.
    private static func parts(of command: [Register]) -> [[Register]] {
        parts(command.sorted { ($0.key.thing, $0.key.field) < ($1.key.thing, $1.key.field) }[...])
    }

    private static func parts(_ registers: ArraySlice<Register>) -> [[Register]] {
        let size = RegisterLines.lines(Array(registers)).reduce(0) { $0 + $1.count + 1 }
        guard size > SegmentSplitter.limit, registers.count > 1 else { return [Array(registers)] }
        var middle = registers.startIndex + registers.count / 2
        let thing = registers[middle].key.thing
        // Between things, if possible.
        let start = registers.firstIndex { $0.key.thing == thing } ?? middle
        let end = registers.firstIndex { $0.key.thing > thing } ?? registers.endIndex
        if start > registers.startIndex { middle = start } else if end < registers.endIndex { middle = end }
        return parts(registers[..<middle]) + parts(registers[middle...])
    }
}
