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
    init(base registers: [Register]) {
        files = [Segment(lines: RegisterLines.lines(registers), registers: registers)]
    }

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

    /// Divides a command that doesn't fit into a segment by things.
    private static func parts(of command: [Register]) -> [[Register]] {
        let size = RegisterLines.lines(command).reduce(0) { $0 + $1.count + 1 }
        guard size > SegmentSplitter.limit else { return [command] }
        return Dictionary(grouping: command, by: \.key.thing).sorted { $0.key < $1.key }.map(\.value)
    }
}
