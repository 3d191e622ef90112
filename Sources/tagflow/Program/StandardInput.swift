import Foundation
import TagService

/// Reads tags and files that the arguments name; `-` is standard input.
enum StandardInput {
    /// Whether standard input is a pipe, a socket or a file, and so has something to read.
    static var isPiped: Bool {
        var status = stat()
        // The kernel fills the record that it is given.
        guard unsafe fstat(0, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// The next line of standard input; `nil` at its end.
    static func nextLine() throws -> String? {
        let input = InputFile.standardInput
        return try input.line()
            .map { line in
                guard case .text(let bytes) = line else {
                    let long = LongLine(number: input.lineNumber)
                    throw CommandError(
                        code: ExitStatus.badData,
                        message: "standard input: \(long.message); make it shorter"
                    )
                }
                return text(bytes)
            }
    }

    /// All of standard input as one string, up to a limit.
    static func text(upTo limit: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = try InputFile.standardInput.piece()
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes.prefix(limit), as: UTF8.self)
    }

    /// The lines of standard input that are not blank.
    static func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try nextLine() {
            if !line.allSatisfy(\.isWhitespace) { lines.append(line) }
        }
        return lines
    }

    /// Calls a function with each line of a file, including blank lines; only `\n` ends a line.
    ///
    /// - Parameters:
    ///   - path: the file; `-` is standard input.
    ///   - body: receives the line, or the error of a line that is too long.
    /// - Throws: `CommandError` if the file can't be read; the error of `body`.
    static func forEachLine(
        of path: String,
        _ body: (Result<String, LongLine>) async throws -> Void
    ) async throws {
        let file = try InputFile.open(path)
        var number = 0
        while let line = try file.line() {
            number += 1
            switch line {
            case .tooLong: try await body(.failure(LongLine(number: number)))
            case .text(let bytes): try await body(.success(text(bytes)))
            }
        }
    }

    /// The bytes of a file that is small by its nature, such as a theme, or of standard input for `-`.
    static func bytes(ofSmallFile path: String) throws -> [UInt8] {
        let file = try InputFile.open(path)
        var bytes: [UInt8] = []
        while true {
            let piece = try file.piece()
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= LineBuffer.lineLimit else {
                throw CommandError(
                    code: ExitStatus.badData,
                    message: "\(file.name) is longer than 16 MB; name a smaller file"
                )
            }
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
}

/// A line that is longer than the limit.
struct LongLine: Error {
    /// Its number, from 1.
    let number: Int

    /// The problem.
    var message: String { "line \(number) \(LineBuffer.tooLong)" }
}
