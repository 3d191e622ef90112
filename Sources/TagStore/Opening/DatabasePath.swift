import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The canonical path of a database: absolute, with symlinks resolved.
///
/// SQLite only receives paths of this form. It never takes a path that begins with a slash for a URI or a special name,
/// and the names of the log and journal files are derived from it.
struct DatabasePath {
    /// The path as entered, for messages.
    let given: String
    /// The canonical path, as passed to SQLite.
    let resolved: String
    /// The folder that contains the file.
    let folder: String

    /// The maximum length of the path of a new file in bytes: SQLite's limit of 512, less the longest suffix appended
    /// to it.
    private static let longest = 470

    /// Resolves the path of an existing or new database, and optionally creates its folder.
    init(_ given: String, makesFolder: Bool) throws {
        self.given = given
        try Self.checkName(given)
        do {
            if try FileStatus(path: given) != nil {
                resolved = try Self.realPath(given)
            } else {
                try Self.checkNoDanglingSymlink(given)
                try Self.checkLength(given, of: given)
                let parent = Self.folder(of: given)
                if makesFolder { try Self.makeFolder(parent, for: given) }
                let folder = try Self.realPath(parent)
                let name = given.split(separator: "/").last ?? ""
                resolved = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                try Self.checkLength(resolved, of: given)
            }
        } catch let error as SystemError { throw StoreError(error, path: given) }
        folder = Self.folder(of: resolved)
    }

    /// Creates the path of a file next to a database from the database's canonical path and a suffix.
    init(nextTo database: String, suffix: String) {
        given = database + suffix
        resolved = given
        folder = Self.folder(of: resolved)
    }

    private static func checkName(_ given: String) throws(StoreError) {
        let problem: String? =
            if given.isEmpty { "the path is empty" } else if given.utf8.contains(0) {
                "a path can't contain NUL"
            } else if given.hasSuffix("/") { "it is a folder" } else { nil }
        if let problem { throw .cannotCreate(path: given, reason: problem) }
    }

    private static func checkNoDanglingSymlink(_ given: String) throws {
        guard try FileStatus(path: given, followsSymlinks: false)?.isSymlink == true else { return }
        throw StoreError.cannotCreate(path: given, reason: "it is a symlink to a file that doesn't exist")
    }

    private static func checkLength(_ resolved: String, of given: String) throws(StoreError) {
        guard resolved.utf8.count > longest else { return }
        throw .cannotCreate(path: given, reason: "its full path is longer than \(longest) bytes")
    }

    private static func makeFolder(_ folder: String, for given: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .cannotCreate(path: given, reason: "can't create its folder") }
    }

    /// Returns the path of the folder that contains a file.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func realPath(_ path: String) throws(SystemError) -> String {
        // The pointer to the path is only used during the call; the result is copied and freed here.
        guard let text = unsafe realpath(path, nil) else { throw SystemError() }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
