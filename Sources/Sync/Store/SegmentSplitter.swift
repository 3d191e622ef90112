/// Divides commands into segments of limited size; a command that fits is in one segment.
///
/// ```swift
/// var splitter = SegmentSplitter()
/// for command in unsent { for segment in splitter.add(command) { try write(segment) } }
/// if let segment = splitter.finish() { try write(segment) }
/// ```
public struct SegmentSplitter: Sendable {
    /// The lines of a segment or of a command.
    public typealias Lines = [[UInt8]]

    /// The maximum size of a segment's lines in bytes: 4 MB, with room for its first line.
    package static let limit = SyncLineWriter.lineLimit - 65_536

    private let limit: Int
    private var lines: Lines = []
    private var size = 0

    /// Creates a splitter for segments of at most 4 MB.
    public init() { self.init(limit: Self.limit) }

    init(limit: Int) { self.limit = limit }

    /// Adds the lines of a command, and returns the segments that are complete.
    public mutating func add(_ command: Lines) -> [Lines] {
        var complete: [Lines] = []
        if size + Self.size(of: command) > limit, let segment = finish() { complete.append(segment) }
        for line in command {
            if size + line.count + 1 > limit, let segment = finish() { complete.append(segment) }
            lines.append(line)
            size += line.count + 1
        }
        return complete
    }

    /// Returns the last segment, or `nil` if there's no line left.
    public mutating func finish() -> Lines? {
        guard !lines.isEmpty else { return nil }
        defer { (lines, size) = ([], 0) }
        return lines
    }

    private static func size(of command: Lines) -> Int { command.reduce(0) { $0 + $1.count + 1 } }
}
