import Foundation

/// What comes in: tags and files that the arguments name, `-` being standard input.
enum StandardInput {
    /// The tags of a command's arguments; each `-` stands for the lines of standard input.
    static func tags(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0 == "-" ? lines() : [$0] }
    }

    /// Whether standard input is a pipe, a socket or a file, and so has something to read.
    static var isPiped: Bool {
        var status = stat()
        // The kernel fills the record that it is given.
        guard unsafe fstat(0, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    private static func lines() -> [String] {
        var lines: [String] = []
        while let line = readLine(strippingNewline: true) {
            if !line.allSatisfy(\.isWhitespace) { lines.append(line) }
        }
        return lines
    }

    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of path: String) throws -> [UInt8] {
        if path == "-" {
            return [UInt8](try reading(path) { try FileHandle.standardInput.readToEnd() ?? Data() })
        }
        var isFolder: ObjCBool = false
        // Foundation writes the answer before the call returns.
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            !isFolder.boolValue
        else {
            throw CommandFailure(
                code: ExitStatus.noInput,
                message: "there is no file '\(path)'; name one, or '-' for standard input"
            )
        }
        return [UInt8](try reading(path) { try Data(contentsOf: URL(fileURLWithPath: path)) })
    }

    private static func reading(_ path: String, _ body: () throws -> Data) throws -> Data {
        do {
            return try body()
        } catch {
            let isForbidden = !FileManager.default.isReadableFile(atPath: path)
            throw CommandFailure(
                code: isForbidden ? ExitStatus.noPermission : ExitStatus.inputOutput,
                message:
                    "cannot read '\(path)'; \(isForbidden ? "change its mode" : "see to the disk and try again")"
            )
        }
    }
}
