internal import Foundation
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The file next to a database with the tokens of its connections, which only its owner can read.
///
/// It isn't part of the database, so exports and backups of items don't contain tokens. A token belongs to a name and an
/// address, so that it is never sent anywhere else.
package struct TokenFile: Sendable {
    private struct Entry: Codable, Hashable {
        var name: String
        var url: String
        var token: String
    }

    private let path: String

    /// Creates the file of a database, which isn't read yet.
    package init(databasePath: String) {
        path = TagService.Connections.tokensPath(
            ofDatabase: URL(fileURLWithPath: databasePath).resolvingSymlinksInPath().path)
    }

    /// Returns the token of a connection; nil if there is none.
    func token(of name: String, at url: String) throws -> String? {
        try entries().first { $0.name == name && $0.url == url }?.token
    }

    /// Replaces the token of a connection; nil deletes it.
    func set(_ token: String?, of name: String, at url: String) throws {
        var entries = try entries().filter { $0.name != name }
        if let token { entries.append(Entry(name: name, url: url, token: token)) }
        do {
            guard !entries.isEmpty else {
                if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
                return
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try write(encoder.encode(entries))
        } catch {
            throw RemoteError(.unexpected, "can't write \(path.debugDescription); check the folder's permissions")
        }
    }

    private func entries() throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do { return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw RemoteError(.unexpected, "can't read \(path.debugDescription); delete it, and add the tokens again")
        }
    }

    /// Writes a new file with mode 0600, and renames it.
    private func write(_ data: Data) throws {
        let draft = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: draft, contents: nil, attributes: mode) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: draft))
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try handle.close()
        guard unsafe rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
