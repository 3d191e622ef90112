internal import Foundation
internal import TagService
internal import Terminal

/// The lines that were entered into the REPL, in a file that only its owner can read.
///
/// A history that can't be read or written isn't an error: the REPL works without it. It isn't
/// touched if its path leads to a database that is open: a line would damage it, and closing it
/// would drop SQLite's locks.
struct HistoryFile: Sendable {
    let path: String

    /// The most lines that are kept.
    static let limit = 10_000

    /// The file in the state directory; `nil` without one.
    init?(environment: [String: String]) {
        guard let folder = XDGDirectory.state.path(in: environment) else { return nil }
        path = "\(folder)/tagflow/history"
    }

    /// The lines, oldest first; a file that has grown to more than twice the limit is cut.
    func lines() -> [String] {
        guard !OpenDatabases.holds(path),
            let data = FileManager.default.contents(atPath: path)
        else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.count > 2 * Self.limit {
            attempt { try cut(to: lines.suffix(Self.limit)) }
        }
        return Array(lines.suffix(Self.limit))
    }

    private func cut(to lines: some Sequence<String>) throws {
        let kept = lines.joined(separator: "\n") + "\n"
        try Data(kept.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Adds a line at the end; several processes may do so at the same time.
    func append(_ line: String) {
        guard !OpenDatabases.holds(path) else { return }
        attempt { try write(line) }
    }

    private func attempt(_ change: () throws -> Void) {
        // A history that can't be written isn't an error: see above.
        try? change()
    }

    private func write(_ line: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The path is a C string for the length of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        let stream = ByteStream(descriptor: descriptor)
        try stream.write(Array((line + "\n").utf8))
        try stream.flush()
    }
}
