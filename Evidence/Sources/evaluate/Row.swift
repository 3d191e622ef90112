import Foundation
import Suggestions

/// A line of the data: an item with its tags.
struct Row: Decodable {
    let label: String
    let url: String?
    let text: String?
    let tags: [String]

    var words: ItemWords {
        ItemWords(title: label, location: url ?? "", note: "", text: text ?? "")
    }

    /// Reads a file of JSON lines, compressed with gzip or not.
    static func read(_ path: String) throws -> [Row] {
        guard FileManager.default.fileExists(atPath: path) else {
            return try decode(compressed: path + ".gz")
        }
        return try decode(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func decode(compressed path: String) throws -> [Row] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try decode(data)
    }

    private static func decode(_ data: Data) throws -> [Row] {
        try data.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Row.self, from: $0) }
    }
}
