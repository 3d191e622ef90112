internal import Synchronization
public import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder of notes, including its subfolders.
///
/// Hidden and ignored files and folders are skipped; `.gitignore` files of parent folders in the same repository count
/// too. Symbolic links aren't followed, since files inside the folder are found under their real names.
///
/// ```swift
/// let folder = try NoteFolder("/home/ada/notes")
/// try folder.forEachItem({ print($0.location, $0.tags) }, skipped: { print($0.path, $0.reason) })
/// ```
package struct NoteFolder: Sendable {
    /// The absolute path of the folder, with symbolic links resolved.
    package let path: String
    /// The ignore rules of the parent folders.
    private let rules: [FolderRules]

    /// The rules of a `.gitignore` and the length of its folder's path with a trailing slash.
    private struct FolderRules {
        var length: Int
        var rules: IgnoreRules
    }

    /// Opens a folder.
    ///
    /// - Throws: `NoteFileError` if the path isn't a folder.
    package init(_ path: String) throws(NoteFileError) {
        var status = stat()
        // Safe: the call fills the struct passed to it.
        guard unsafe stat(path, &status) == 0, let real = Self.realPath(path) else {
            throw NoteFileError(
                path: path, reason: SystemError(errno).text, isMissing: errno == ENOENT || errno == ENOTDIR)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw NoteFileError(path: path, reason: "not a folder", isMissing: true)
        }
        self.path = real
        rules = Self.rules(above: real)
    }

    /// Returns whether a path is a folder.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        // Safe: the call fills the struct passed to it.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Enumerates the notes, sorted by the bytes of their names.
    ///
    /// - Parameters:
    ///   - languages: The markup languages of the notes to find.
    ///   - body: Called with each note's file.
    ///   - skipped: Called with an error for each entry that can't be examined.
    /// - Throws: The errors of `body` and `skipped`.
    /// - Complexity: O(*n* log *n*) in the number of entries of each folder.
    package func forEachNote(
        in languages: Set<NoteLanguage> = [.markdown], _ body: (NoteFile) throws -> Void,
        skipped: (NoteFileError) throws -> Void
    ) throws {
        // This is a stack: the last entry is visited next, and a folder is replaced with its
        // entries.
        var pending = [Entry(path: path, isFolder: true, rules: rules)]
        while let entry = pending.popLast() {
            guard entry.isFolder else {
                try body(NoteFile(systemPath: entry.path, path: relative(entry.path)))
                continue
            }
            pending += try entries(of: entry, languages, skipped)
        }
    }

    /// Returns the note at a path.
    ///
    /// - Parameters:
    ///   - path: The path relative to the folder.
    ///   - languages: The markup languages of the notes to find.
    /// - Returns: The file, or nil if ``forEachNote(in:_:skipped:)`` would skip it.
    /// - Complexity: Linear in the depth of the path and the number of ignore rules.
    package func note(at path: String, in languages: Set<NoteLanguage>) -> NoteFile? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard Self.isNote(path, languages), !names.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else {
            return nil
        }
        var rules = rules
        var base = self.path == "/" ? "/" : self.path + "/"
        for (index, name) in names.enumerated() {
            rules += Self.rules(in: base)
            let entry = base + name
            let isFolder = index < names.count - 1
            guard Self.kind(entry) == (isFolder ? .folder : .file), !Self.ignores(entry, isFolder: isFolder, rules)
            else { return nil }
            base = entry + "/"
        }
        return NoteFile(systemPath: String(base.dropLast()), path: path)
    }

    /// A file or folder to visit.
    private struct Entry {
        var path: String
        var isFolder: Bool
        var rules: [FolderRules]
    }

    private func relative(_ entry: String) -> String {
        String(decoding: entry.utf8.dropFirst(path.utf8.count + (path == "/" ? 0 : 1)), as: UTF8.self)
    }

    /// Returns the notes and subfolders of a folder in reverse order.
    private func entries(
        of folder: Entry, _ languages: Set<NoteLanguage>, _ skipped: (NoteFileError) throws -> Void
    ) throws -> [Entry] {
        guard let names = Self.names(in: folder.path) else {
            let name = folder.path == path ? path : relative(folder.path)
            try skipped(NoteFileError(path: name, reason: SystemError(errno).text))
            return []
        }
        let base = folder.path == "/" ? "/" : folder.path + "/"
        var rules = folder.rules
        if names.contains(where: { $0.elementsEqual(".gitignore".utf8) }) { rules += Self.rules(in: base) }
        var entries: [Entry] = []
        for name in names.sorted(by: { $1.lexicographicallyPrecedes($0) }) where name.first != UInt8(ascii: ".") {
            guard let text = String(validating: name, as: UTF8.self) else {
                let shown = relative(base + String(decoding: name, as: UTF8.self))
                try skipped(NoteFileError(path: shown, reason: "its name isn't valid UTF-8"))
                continue
            }
            let path = base + text
            let kind = Self.kind(path)
            if kind == .link, let error = linkError(path, languages) { try skipped(error) }
            let isFolder = kind == .folder
            guard isFolder || kind == .file && Self.isNote(text, languages),
                !Self.ignores(path, isFolder: isFolder, rules)
            else { continue }
            entries.append(Entry(path: path, isFolder: isFolder, rules: rules))
        }
        return entries
    }

    /// The type of a directory entry.
    private enum Kind {
        case folder
        case file
        case link
    }

    /// Returns the type of an entry, or nil if it doesn't exist or is something else.
    private static func kind(_ entry: String) -> Kind? {
        var status = stat()
        // Safe: the call fills the struct passed to it.
        guard unsafe lstat(entry, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        case S_IFLNK: return .link
        default: return nil
        }
    }

    /// Returns the error for a symbolic link to a note outside the folder, or nil for any other link.
    private func linkError(_ entry: String, _ languages: Set<NoteLanguage>) -> NoteFileError? {
        guard Self.isNote(entry, languages), let target = Self.realPath(entry),
            !target.hasPrefix(path == "/" ? "/" : path + "/")
        else { return nil }
        return NoteFileError(
            path: relative(entry), reason: "a symbolic link that leads outside the folder", isLink: true)
    }

    /// Returns whether a file name has an extension of one of the languages.
    static func isNote(_ name: String, _ languages: Set<NoteLanguage>) -> Bool {
        NoteLanguage(path: name).map(languages.contains) ?? false
    }

    // MARK: Ignore rules

    private static func ignores(_ path: String, isFolder: Bool, _ rules: [FolderRules]) -> Bool {
        guard !rules.isEmpty else { return false }
        let bytes = Array(path.utf8)
        for folder in rules.reversed() {
            if let ignored = folder.rules.ignores(bytes[folder.length...], isFolder: isFolder) { return ignored }
        }
        return false
    }

    /// Returns the rules in a folder, whose path ends with a slash.
    private static func rules(in folder: String) -> [FolderRules] {
        let file = NoteFile(systemPath: folder + ".gitignore", path: ".gitignore")
        do {
            let content = try file.read()
            return [FolderRules(length: folder.utf8.count, rules: IgnoreRules(content.bytes))]
        } catch {
            // Like git, ignore a missing or unreadable file and a symbolic link.
            return []
        }
    }

    /// Returns the rules of the parent folders up to the root of the repository, or none outside a repository.
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

    // MARK: System calls

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Returns the absolute path with symbolic links resolved, or nil if it doesn't exist.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        // Safe: the string is copied before its memory is freed.
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Returns the names in a folder in any order, or nil if the folder can't be read.
    private static func names(in folder: String) -> [[UInt8]]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { _ = unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            // Safe: the entry is valid until the next call, and its name is null-terminated.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    unsafe Array(
                        UnsafeBufferPointer(
                            start: bytes,
                            count: strnlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), 256)))
                }
            }
            names.append(name)
        }
        return names
    }
}

extension NoteFolder {
    /// Reads the notes as items, including notes without tags.
    ///
    /// - Parameters:
    ///   - zone: The time zone of dates that don't specify one.
    ///   - body: Called with each note's item, whose location is the path relative to the folder.
    ///   - skipped: Called with each error, and the path of the note or folder.
    ///   - invalidFrontMatter: Called with each note whose front matter is invalid, and the error; its item has the tags
    ///     in its text.
    ///   - unreadDate: Called with each note whose date isn't understood, and the date as written.
    /// - Throws: The errors of `body` and `skipped`.
    /// - Complexity: Linear in the total size of the notes.
    package func forEachItem(
        in zone: LocalZone = .system, _ body: (TaggedItem) throws -> Void,
        skipped: (NoteFileError, _ path: String) throws -> Void,
        invalidFrontMatter: (_ path: String, NoteError) -> Void = { _, _ in },
        unreadDate: (_ path: String, _ date: String) -> Void = { _, _ in }
    ) throws {
        try forEachNote(
            { file in
                switch Result(catching: file.note) {
                case .success(let found):
                    if let error = found.note.parseError { invalidFrontMatter(file.path, error) }
                    let item = found.note.item(at: file.path, in: path, zone: zone)
                    if let date = found.note.date, item.time == nil { unreadDate(file.path, date) }
                    try body(item)
                case .failure(let error): try skipped(error, file.path)
                }
            }, skipped: { try skipped($0, $0.path) })
    }
}

extension TagService.Files {
    /// Imports the notes of a folder as items in one transaction.
    ///
    /// The location of an item is the path relative to the folder. Hidden and ignored files are skipped. Importing the same folder again changes nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - options: The name for messages and the treatment of unreadable notes.
    ///   - reference: The tag set of the items.
    /// - Returns: The numbers of new, changed and unchanged notes.
    /// - Throws: `TagServiceError.badImport` with the first ten unreadable notes, unless the options skip them;
    ///   ``FolderError``; ``NoNotesError``.
    /// - Complexity: Linear in the total size of the notes.
    public func importNotes(
        in path: String, options: ImportOptions, into reference: SetReference = .chosen
    ) throws -> ImportReport {
        let folder: NoteFolder
        do { folder = try NoteFolder(path) } catch { throw FolderError(path: path, reason: error.reason) }
        var options = options
        options.importedFrom = folder.path
        let found = Mutex(ImportReport())
        var report = try importEntries(options, into: reference) { add in
            var isEmpty = true
            try folder.forEachItem { item in
                isEmpty = false
                let content = ImportEntry.Content.item(
                    location: item.location, title: item.title ?? "", tags: item.tags, time: item.time)
                try add(ImportEntry(.file(item.location), content), 0)
            } skipped: { error, path in
                // The target of such a link isn't in the folder, so it isn't an unreadable note.
                guard !error.isLink else { return }
                isEmpty = false
                // The error of a line has the line after the path.
                let line = Int(error.path.dropFirst(path.count + 1))
                try add(ImportEntry(.file(path, line: line), .invalid(error.reason)), 0)
            } invalidFrontMatter: { path, error in
                let error = ImportError(.file(path, line: error.line), problem: error.text)
                found.withLock { $0.addFrontMatterError(error) }
            } unreadDate: { file, date in
                found.withLock { $0.add(ImportReport.UnreadDate(file: file, date: date)) }
            }
            if isEmpty { throw NoNotesError(path: path) }
        }
        let notes = found.withLock { $0 }
        report.unreadDates = notes.unreadDates
        report.firstUnreadDate = notes.firstUnreadDate
        report.invalidFrontMatter = notes.invalidFrontMatter
        report.frontMatterErrors = notes.frontMatterErrors
        return report
    }
}

extension ImportReport {
    /// Adds a date that isn't understood.
    fileprivate mutating func add(_ date: UnreadDate) {
        unreadDates += 1
        firstUnreadDate = firstUnreadDate ?? date
    }

    /// Adds an error of front matter; the first 1,000 are listed.
    fileprivate mutating func addFrontMatterError(_ error: ImportError) {
        invalidFrontMatter += 1
        if frontMatterErrors.count < 1_000 { frontMatterErrors.append(error) }
    }
}

/// The error for a folder that can't be read.
public struct FolderError: Error, Hashable, Sendable {
    /// The path of the folder.
    public var path: String
    /// The reason, such as `not a folder`.
    public var reason: String
}

/// The error for a folder without notes.
public struct NoNotesError: Error, Hashable, Sendable {
    /// The path of the folder.
    public var path: String
}
