internal import Foundation
internal import TagService
internal import Terminal

/// The lines that were entered into the REPL, in a file that only its owner can read.
///
/// A history that cannot be read or written is no failure: the REPL goes on without. So it does where the path leads
/// to a database that is open: a line would damage it, and closing it would drop SQLite's locks.
struct HistoryFile: Sendable {
    let path: String

    /// The most lines that are kept.
    static let limit = 10_000

    /// The file below `$XDG_STATE_HOME`, else below the home folder; nil where there is neither.
    init?(environment: [String: String]) {
        // A relative XDG_STATE_HOME is to be ignored, says its specification.
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let folder = state ?? home.map({ "\($0)/.local/state" }) else { return nil }
        path = "\(folder)/tagflow/history"
    }

    /// The lines, oldest first; a file that has grown far beyond the limit is cut.
    func lines() -> [String] {
        guard !OpenDatabases.holds(path),
            let data = FileManager.default.contents(atPath: path)
        else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.count > 2 * Self.limit {
            let kept = lines.suffix(Self.limit).joined(separator: "\n") + "\n"
            try? Data(kept.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        return Array(lines.suffix(Self.limit))
    }

    /// Adds a line at the end; several processes may do so at the same time.
    func append(_ line: String) {
        guard !OpenDatabases.holds(path) else { return }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The path is a C string for the length of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let stream = ByteStream(descriptor: descriptor)
        try? stream.write(Array((line + "\n").utf8))
        try? stream.flush()
        _ = close(descriptor)
    }
}
