import Foundation

/// A fixture of Tests/Fixtures/TextMeasurement: another source's values for ranges or sequences.
struct WidthFixture {
    /// One line: a value and its code points.
    struct Line {
        let value: String
        let codePoints: String
    }

    let lines: [Line]

    /// Reads a fixture; every line except comments is `value<tab>code points`.
    init(_ name: String) throws {
        lines = try Self.text(of: name).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { line in
                let parts = line.split(separator: "\t").map(String.init)
                guard parts.count >= 2 else { throw CocoaError(.fileReadCorruptFile) }
                return Line(value: parts[0], codePoints: parts[1])
            }
    }

    /// The text of a file in the folder of the fixtures.
    static func text(of name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/TextMeasurement")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// Two widths of one text that differ: ours, and that of another source.
struct WidthDifference: Hashable, CustomStringConvertible {
    let codePoints: String
    let ours: Int
    let theirs: Int

    var description: String { "\(codePoints): \(ours), not \(theirs)" }

    /// Reads the rows below a heading of differences.md, each range written out.
    static func listed(under heading: String) throws -> Set<Self> {
        let sections = try WidthFixture.text(of: "differences.md").components(separatedBy: "\n## ")
        guard let section = sections.first(where: { $0.hasPrefix(heading) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        return try Set(rows.flatMap(Self.written))
    }

    private static func written(in row: Substring) throws -> [Self] {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4, let ours = Int(cells[1]), let theirs = Int(cells[2]), !cells[3].isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return cells[0].trimmingCharacters(in: ["`"]).texts
            .map { Self(codePoints: $0.codePoints, ours: ours, theirs: theirs) }
    }
}

extension String {
    /// The scalars of a range such as `1F3FB..1F3FF` or of a single code point.
    var scalarRange: [Unicode.Scalar] {
        let bounds = components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
        guard let first = bounds.first, let last = bounds.last, first <= last else { return [] }
        return (first...last).compactMap { Unicode.Scalar($0) }
    }

    /// The texts of a sequence of ranges: one for each combination.
    var texts: [String] {
        split(separator: " ").map { String($0).scalarRange }
            .reduce([""]) { texts, scalars in texts.flatMap { text in scalars.map { text + String(Character($0)) } } }
    }

    /// The code points of the text as fixtures write them: `1F590 1F3FB`.
    var codePoints: String {
        unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        .joined(separator: " ")
    }
}
