internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder of notes, with the folders in it.
///
/// Hidden files and folders are left out, and so is what `.gitignore` files name, also those of the folders above within the same
/// repository. Links are not followed: what they lead to within the folder is found under its own name.
package struct NoteFolder: Sendable {
    /// The path of the folder itself, behind all links.
    package let path: String
    /// The rules of the folders above.
    private let rules: [FolderRules]

    /// A `.gitignore` and the length of its folder's path with the slash behind it.
    private struct FolderRules {
        var length: Int
        var rules: IgnoreRules
    }

    /// A folder that exists.
    ///
    /// - Throws: Why it cannot be read.
    package init(_ path: String) throws(NoteFileError) {
        var status = stat()
        // The system fills the record that it is given.
        guard unsafe stat(path, &status) == 0, let real = Self.realPath(path) else {
            throw NoteFileError(
                path: path,
                reason: SystemError(errno).text,
                isMissing: errno == ENOENT || errno == ENOTDIR
            )
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw NoteFileError(path: path, reason: "it is no folder", isMissing: true)
        }
        self.path = real
        rules = Self.rules(above: real)
    }

    /// Whether there is a folder at a path.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        // The system fills the record that it is given.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Goes through the notes, in the order of the bytes of their names.
    ///
    /// - Parameters:
    ///   - languages: What the notes are written in.
    ///   - body: Called with each note's file.
    ///   - leftOut: Called with what could not be looked at.
    /// - Throws: What the two throw.
    /// - Complexity: O(*n* log *n*) in the entries of each folder.
    package func forEachNote(
        in languages: Set<NoteLanguage> = [.markdown],
        _ body: (NoteFile) throws -> Void,
        leftOut: (NoteFileError) throws -> Void
    ) throws {
        // The next one is the last; a folder's entries come in its place.
        var pending = [Entry(path: path, isFolder: true, rules: rules)]
        while let entry = pending.popLast() {
            guard entry.isFolder else {
                try body(NoteFile(systemPath: entry.path, path: relative(entry.path)))
                continue
            }
            pending += try entries(of: entry, languages, leftOut)
        }
    }

    /// The note at a path.
    ///
    /// - Parameters:
    ///   - path: Its path from the folder.
    ///   - languages: What the notes are written in.
    /// - Returns: Its file; `nil` where ``forEachNote(in:_:leftOut:)`` would not come by.
    /// - Complexity: linear in the entries' depth and the rules on the way.
    package func note(at path: String, in languages: Set<NoteLanguage>) -> NoteFile? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard Self.isNote(path, languages),
            !names.contains(where: { $0.isEmpty || $0.hasPrefix(".") })
        else { return nil }
        var rules = rules
        var base = self.path == "/" ? "/" : self.path + "/"
        for (index, name) in names.enumerated() {
            rules += Self.rules(in: base)
            let entry = base + name
            let isFolder = index < names.count - 1
            guard (try? kind(entry, languages) { _ in }) == isFolder,
                !Self.ignores(entry, isFolder: isFolder, rules)
            else { return nil }
            base = entry + "/"
        }
        return NoteFile(systemPath: String(base.dropLast()), path: path)
    }

    /// An entry that is still to be visited.
    private struct Entry {
        var path: String
        var isFolder: Bool
        var rules: [FolderRules]
    }

    private func relative(_ entry: String) -> String {
        String(
            decoding: entry.utf8.dropFirst(path.utf8.count + (path == "/" ? 0 : 1)),
            as: UTF8.self
        )
    }

    /// The notes and folders in a folder, the last one first.
    private func entries(
        of folder: Entry,
        _ languages: Set<NoteLanguage>,
        _ leftOut: (NoteFileError) throws -> Void
    ) throws -> [Entry] {
        guard let names = Self.names(in: folder.path) else {
            let name = folder.path == path ? path : relative(folder.path)
            try leftOut(NoteFileError(path: name, reason: SystemError(errno).text))
            return []
        }
        let base = folder.path == "/" ? "/" : folder.path + "/"
        var rules = folder.rules
        if names.contains(where: { $0.elementsEqual(".gitignore".utf8) }) {
            rules += Self.rules(in: base)
        }
        var entries: [Entry] = []
        for name in names.sorted(by: { $1.lexicographicallyPrecedes($0) })
        where name.first != UInt8(ascii: ".") {
            guard let text = String(validating: name, as: UTF8.self) else {
                let shown = relative(base + String(decoding: name, as: UTF8.self))
                try leftOut(NoteFileError(path: shown, reason: "its name is no UTF-8"))
                continue
            }
            let path = base + text
            guard let isFolder = try kind(path, languages, leftOut),
                isFolder || Self.isNote(text, languages),
                !Self.ignores(path, isFolder: isFolder, rules)
            else { continue }
            entries.append(Entry(path: path, isFolder: isFolder, rules: rules))
        }
        return entries
    }

    /// Whether an entry is a folder, or nothing for what is neither a folder nor a file.
    ///
    /// A link that would be a note out of the folder is told.
    private func kind(
        _ entry: String,
        _ languages: Set<NoteLanguage>,
        _ leftOut: (NoteFileError) throws -> Void
    ) throws -> Bool? {
        var status = stat()
        // The system fills the record that it is given.
        guard unsafe lstat(entry, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFREG: return false
        case S_IFLNK:
            guard Self.isNote(entry, languages), let target = Self.realPath(entry),
                !target.hasPrefix(path == "/" ? "/" : path + "/")
            else { return nil }
            try leftOut(
                NoteFileError(
                    path: relative(entry),
                    reason: "it is a link out of the folder",
                    isLink: true
                )
            )
            return nil
        default: return nil
        }
    }

    /// Whether a file is a note of some languages by its name.
    static func isNote(_ name: String, _ languages: Set<NoteLanguage>) -> Bool {
        NoteLanguage(path: name).map(languages.contains) ?? false
    }

    // MARK: Rules

    private static func ignores(_ path: String, isFolder: Bool, _ rules: [FolderRules]) -> Bool {
        guard !rules.isEmpty else { return false }
        let bytes = Array(path.utf8)
        for folder in rules.reversed() {
            if let ignored = folder.rules.ignores(bytes[folder.length...], isFolder: isFolder) {
                return ignored
            }
        }
        return false
    }

    /// The rules in a folder, whose path ends with a slash.
    private static func rules(in folder: String) -> [FolderRules] {
        let file = NoteFile(systemPath: folder + ".gitignore", path: ".gitignore")
        // One that cannot be read, or is a link, has no rules, as for git.
        guard let content = try? file.read() else { return [] }
        return [FolderRules(length: folder.utf8.count, rules: IgnoreRules(content.bytes))]
    }

    /// The rules of the folders above one, up to that of its repository; none where it is in no repository.
    private static func rules(above path: String) -> [FolderRules] {
        var folders: [String] = []
        var folder = path
        while !exists(folder + "/.git") {
            guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return [] }
            folder = String(folder[..<slash])
            folders.append(folder + "/")
        }
        return folders.reversed().flatMap { rules(in: $0) }
    }

    // MARK: The system

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The absolute path behind all links; `nil` where there is nothing.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        // The text is copied, and the system's memory given back.
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The names in a folder, in any order; `nil` where it cannot be read.
    private static func names(in folder: String) -> [[UInt8]]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { _ = unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            // The entry is the system's until the next call; its name ends with a null.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    unsafe Array(
                        UnsafeBufferPointer(
                            start: bytes,
                            count: strnlen(
                                UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self),
                                256
                            )
                        )
                    )
                }
            }
            names.append(name)
        }
        return names
    }
}
