internal import Foundation
internal import TagCore
internal import TextMeasurement

/// The lines of the files of one kind, in the order of the files.
struct LearnedLines {
    private let files: [LearnedFile]

    init(_ files: [LearnedFile]) { self.files = files }

    /// A line with its file and number.
    struct Line {
        let text: ArraySlice<UInt8>
        let file: String
        let number: Int

        func problem(_ problem: String) -> LearnedFileError {
            LearnedFileError(file: file, line: number, problem: problem)
        }
    }

    /// Calls a function with each line that isn't blank.
    ///
    /// - Parameters:
    ///   - header: the required first line of each file, which isn't passed to `body`; `nil` if the files have no header.
    ///   - body: receives the line.
    /// - Throws: ``LearnedFileError`` for a line that is too long or a missing header; errors from reading and `body`.
    func read(header: String? = nil, _ body: (Line) throws -> Void) throws {
        for file in files {
            var lines = LineBuffer()
            while let next = try lines.next(file.pieces) {
                guard case .text(var text) = next else {
                    let problem = "the line \(LineBuffer.tooLong)"
                    throw LearnedFileError(file: file.name, line: lines.number, problem: problem)
                }
                if text.last == 0x0D { text.removeLast() }
                let line = Line(text: text, file: file.name, number: lines.number)
                if let header, line.number == 1 {
                    guard text.elementsEqual(header.utf8) else { throw line.problem("expected the header '\(header)'") }
                } else if !text.isEmpty {
                    try body(line)
                }
            }
        }
    }
}

extension LearnedLines.Line {
    /// Decodes the line as a JSON object.
    func decoded<Record: Decodable>(_ type: Record.Type, with decoder: JSONDecoder) throws -> Record {
        do { return try decoder.decode(type, from: Data(text)) } catch {
            throw problem(JSONProblem.problem(of: error).text)
        }
    }

    /// Returns the integers of a row, which are separated by commas.
    func numbers(_ names: [String]) throws -> [Int64] {
        let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == names.count else { throw problem("expected \(names.count) columns, got \(parts.count)") }
        return try zip(names, parts)
            .map { name, digits in
                guard digits.count < 16, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
                    let shown = String(decoding: digits.prefix(1_000), as: UTF8.self)
                    throw problem("\(shown.quoted) isn't a valid integer for \(name)")
                }
                return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            }
    }
}

extension LearnedLines {
    /// The line of `about.ndjson`.
    struct About: Decodable {
        let version: Int
        let items: Int64
    }

    /// A line of `tags.ndjson`.
    struct Tag: Decodable {
        let number: Int64
        let name: String
        let uses: Int64
    }

    /// A line of `words.ndjson`.
    struct Word: Decodable {
        let number: Int64
        let text: String
        let uses: Int64
    }
}
