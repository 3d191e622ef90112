internal import Synchronization
public import TagService

extension NoteFolder {
    /// Reads the notes as items, including notes without tags.
    ///
    /// - Parameters:
    ///   - zone: The time zone of dates that don't specify one.
    ///   - body: Called with each note's item, whose location is the path relative to the folder.
    ///   - skipped: Called with each error. A note with invalid front matter is reported, and its item has the tags
    ///     in its text.
    ///   - unreadDate: Called with each note whose date isn't understood, and the date as written.
    /// - Throws: The errors of `body` and `skipped`.
    /// - Complexity: Linear in the total size of the notes.
    package func forEachItem(
        in zone: LocalZone = .system, _ body: (TaggedItem) throws -> Void, skipped: (NoteFileError) throws -> Void,
        unreadDate: (_ path: String, _ date: String) -> Void = { _, _ in }
    ) throws {
        try forEachNote(
            { file in
                switch Result(catching: file.note) {
                case .success(let found):
                    if let error = found.note.parseError {
                        let place = "\(file.path):\(error.line)"
                        try skipped(NoteFileError(path: place, reason: error.text))
                    }
                    let item = found.note.item(at: file.path, in: path, zone: zone)
                    if let date = found.note.date, item.time == nil { unreadDate(file.path, date) }
                    try body(item)
                case .failure(let error): try skipped(error)
                }
            }, skipped: skipped)
    }
}

extension TagService {
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
        let dates = Mutex(UnreadDates())
        var report = try importEntries(options, into: reference) { add in
            var isEmpty = true
            try folder.forEachItem { item in
                isEmpty = false
                let content = ImportEntry.Content.item(
                    location: item.location, title: item.title ?? "", tags: item.tags, time: item.time)
                try add(ImportEntry(.file(item.location), content), 0)
            } skipped: { error in
                // The target of such a link isn't in the folder, so it isn't an unreadable note.
                guard !error.isLink else { return }
                isEmpty = false
                try add(ImportEntry(.file(error.path), .invalid(error.reason)), 0)
            } unreadDate: { file, date in
                dates.withLock { $0.add(.init(file: file, date: date)) }
            }
            if isEmpty { throw NoNotesError(path: path) }
        }
        (report.unreadDates, report.firstUnreadDate) = dates.withLock { ($0.count, $0.first) }
        return report
    }
}

/// The dates of an import that aren't understood.
private struct UnreadDates {
    private(set) var count = 0
    private(set) var first: ImportReport.UnreadDate?

    mutating func add(_ date: ImportReport.UnreadDate) {
        count += 1
        first = first ?? date
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
