import Foundation

/// Reads fixtures of this target: a JSON value a line.
enum Fixtures {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/FlowEngine")

    /// Returns the lines of a file, the first one apart.
    static func lines<Line: Decodable>(_ name: String, as: Line.Type) throws -> (String, [Line]) {
        let data = try Data(contentsOf: folder.appending(path: name))
        let lines = data.split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        let cases = try lines.dropFirst().map { try decoder.decode(Line.self, from: $0) }
        return (String(decoding: lines.first ?? Data(), as: UTF8.self), cases)
    }
}
