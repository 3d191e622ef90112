internal import Foundation
internal import TagService
internal import Terminal

/// The lines that were entered into the REPL or a picker, in a file that only its owner can read.
///
/// Failing to read or write the file isn't an error: the program works without a history. If the path
/// leads to an open database, the file isn't touched: a line would damage the database, and closing
/// the file would release SQLite's locks on it.
struct HistoryFile: Sendable {
    let path: String

    /// The maximum number of lines to keep.
    static let limit = 10_000

    /// Creates the history in a file.
    init(path: String) { self.path = path }

    /// Finds the file in the XDG state directory; `nil` if there is no such directory.
    init?(environment: [String: String]) {
        guard let folder = XDGDirectory.state.path(in: environment) else { return nil }
        path = "\(folder)/tagflow/history"
    }

    /// Returns the lines, oldest first.
    ///
    /// Truncates the file if it has grown to more than twice the limit.
    func lines() -> [String] {
        guard !OpenDatabases.holds(path), let data = FileManager.default.contents(atPath: path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.count > 2 * Self.limit { attempt { try cut(to: lines.suffix(Self.limit)) } }
        return Array(lines.suffix(Self.limit))
    }

    private func cut(to lines: some Sequence<String>) throws {
        let kept = lines.joined(separator: "\n") + "\n"
        try Data(kept.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Appends a line.
    ///
    /// Several processes can do so at the same time.
    func append(_ line: String) {
        guard !OpenDatabases.holds(path) else { return }
        attempt { try write(line) }
    }

    /// Appends a line unless it repeats the last line, is empty or begins with white space.
    func remember(_ line: String) {
        var history = LineHistory(lines())
        if history.add(line) { append(line) }
    }

    private func attempt(_ change: () throws -> Void) {
        // The program works without a history.
        try? change()
    }

    private func write(_ line: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The path is a C string during the call.
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        let stream = ByteStream(descriptor: descriptor)
        try stream.write(Array((line + "\n").utf8))
        try stream.flush()
    }
}
