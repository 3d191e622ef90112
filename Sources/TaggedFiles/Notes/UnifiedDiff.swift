/// A unified diff of two versions of a file, for `git apply`.
///
/// ```swift
/// let diff = UnifiedDiff(old, new, path: "notes/trip.md")
/// FileHandle.standardOutput.write(Data(diff.bytes))
/// ```
package struct UnifiedDiff {
    private typealias Line = ArraySlice<UInt8>

    /// A range of differing lines, numbered from 0 in the old and the new version.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    private static let context = 3

    /// The diff; empty if the versions are equal.
    package let bytes: [UInt8]

    /// Compares two versions of a file.
    ///
    /// If both versions have the same number of lines, they are compared line by line. Otherwise all lines between the
    /// first and the last difference count as changed.
    ///
    /// - Parameters:
    ///   - old: The old bytes.
    ///   - new: The new bytes.
    ///   - path: The path in the header of the diff.
    /// - Complexity: Linear in the size of both versions.
    package init(_ old: [UInt8], _ new: [UInt8], path: String) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        let changes = Self.changes(old, new)
        guard !changes.isEmpty else {
            bytes = []
            return
        }
        var diff = Self.header("---", "a/" + path) + Self.header("+++", "b/" + path)
        for hunk in Self.hunks(changes) { diff += Self.text(of: hunk, old, new) }
        bytes = diff
    }

    /// Splits bytes into lines that include their line ends.
    private static func lines(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    private static func changes(_ old: [Line], _ new: [Line]) -> [Change] {
        guard old.count != new.count else {
            return old.indices.filter { old[$0] != new[$0] }.map { Change(old: $0..<$0 + 1, new: $0..<$0 + 1) }
        }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        return [Change(old: start..<old.count - end, new: start..<new.count - end)]
    }

    /// Groups changes whose context lines overlap into hunks.
    private static func hunks(_ changes: [Change]) -> [[Change]] {
        changes.reduce(into: []) { hunks, change in
            let last = hunks.last?.last?.old.upperBound ?? .min
            if !hunks.isEmpty, change.old.lowerBound - last <= 2 * context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
    }

    private static func text(of hunk: [Change], _ old: [Line], _ new: [Line]) -> [UInt8] {
        guard let first = hunk.first, let last = hunk.last else { return [] }
        let before = min(context, first.old.lowerBound)
        let after = min(context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var text = Array("@@ -\(place(oldRange)) +\(place(newRange)) @@\n".utf8)
        var next = oldRange.lowerBound
        var index = 0
        while index < hunk.count {
            text += marked(" ", old[next..<hunk[index].old.lowerBound])
            // Adjacent changed lines form one block.
            var end = index
            while end + 1 < hunk.count, hunk[end + 1].old.lowerBound == hunk[end].old.upperBound { end += 1 }
            text += marked("-", old[hunk[index].old.lowerBound..<hunk[end].old.upperBound])
            text += marked("+", new[hunk[index].new.lowerBound..<hunk[end].new.upperBound])
            next = hunk[end].old.upperBound
            index = end + 1
        }
        return text + marked(" ", old[next..<oldRange.upperBound])
    }

    private static func place(_ lines: Range<Int>) -> String {
        lines.count == 1
            ? "\(lines.lowerBound + 1)" : "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
    }

    private static func marked(_ mark: Character, _ lines: ArraySlice<Line>) -> [UInt8] {
        lines.flatMap { line in
            let end = line.last == 0x0A ? "" : "\n\\ No newline at end of file\n"
            return Array(String(mark).utf8) + line + Array(end.utf8)
        }
    }

    /// Returns a header line, with the path quoted like a C string if necessary and a tab after a path with spaces, as
    /// in git.
    private static func header(_ mark: String, _ path: String) -> [UInt8] {
        let needsQuotes = path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
        guard needsQuotes else { return Array("\(mark) \(path)\(path.contains(" ") ? "\t" : "")\n".utf8) }
        let quoted = path.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x22, 0x5C: return [0x5C, byte]
            case 0x20..<0x7F, 0x80...: return [byte]
            default:
                let digits = String(byte, radix: 8)
                let zeros = String(repeating: "0", count: 3 - digits.count)
                return Array("\\\(zeros)\(digits)".utf8)
            }
        }
        return Array("\(mark) \"".utf8) + quoted + Array("\"\n".utf8)
    }
}
