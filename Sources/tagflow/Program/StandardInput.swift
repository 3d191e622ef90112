import Foundation
import TagCore
import TagService

/// A reader of lines and bytes from standard input, or from a file that an argument names.
enum StandardInput {
    /// Whether standard input is a pipe, a socket or a file rather than a terminal.
    static var isPiped: Bool {
        var status = stat()
        // The kernel fills the structure before it returns.
        guard unsafe fstat(0, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// Returns the next line of standard input, or `nil` at its end.
    static func nextLine() throws -> String? {
        let input = InputFile.standardInput
        return try input.line()
            .map { line in
                guard case .text(let bytes) = line else {
                    let long = LongLine(number: input.lineNumber)
                    throw CommandError(
                        code: ExitStatus.badData, message: "standard input: \(long.message); make it shorter")
                }
                return text(bytes)
            }
    }

    /// Returns standard input as one string, up to a number of bytes.
    static func text(upTo limit: Int) throws -> String { try InputFile.standardInput.text(upTo: limit) }

    /// Returns the lines of standard input that aren't blank.
    static func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try nextLine() { if !line.allSatisfy(\.isWhitespace) { lines.append(line) } }
        return lines
    }

    /// Calls a function with each line of a file, including blank lines; only `\n` ends a line.
    ///
    /// - Parameters:
    ///   - path: the file; `-` is standard input.
    ///   - body: receives the line, or the error of a line that is too long.
    /// - Throws: `CommandError` if the file can't be read; the error of `body`.
    static func forEachLine(of path: String, _ body: (Result<String, LongLine>) throws -> Void) throws {
        let file = try InputFile.open(path)
        var number = 0
        while let line = try file.line() {
            number += 1
            switch line {
            case .tooLong: try body(.failure(LongLine(number: number)))
            case .text(let bytes): try body(.success(text(bytes)))
            }
        }
    }

    /// Returns the bytes of a small file, such as a theme; `-` is standard input.
    ///
    /// - Throws: `CommandError` if the file can't be read or is larger than 16 MB.
    static func bytes(ofSmallFile path: String) throws -> [UInt8] {
        let file = try InputFile.open(path)
        var bytes: [UInt8] = []
        while true {
            let piece = try file.piece()
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= LineBuffer.lineLimit else {
                throw CommandError(
                    code: ExitStatus.badData, message: "\(file.name) is longer than 16 MB; name a smaller file")
            }
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        StreamSafeText.received(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
    }
}

/// A line that is longer than the limit.
struct LongLine: Error {
    /// The 1-based line number.
    let number: Int

    /// The text of the error.
    var message: String { "line \(number) \(LineBuffer.tooLong)" }
}
