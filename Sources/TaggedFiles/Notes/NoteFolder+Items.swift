public import TagService

extension NoteFolder {
    /// Goes through the notes as things, those without tags as well.
    ///
    /// - Parameters:
    ///   - zone: The zone of dates that name none.
    ///   - body: Called with each note's thing, whose location is its path from the folder.
    ///   - leftOut: Called with what cannot be read, and where; a note whose front matter cannot be read has the tags of its text.
    /// - Throws: What the two throw.
    /// - Complexity: linear in the bytes of the notes.
    package func forEachItem(
        in zone: LocalZone = .system,
        _ body: (TaggedItem) throws -> Void,
        leftOut: (NoteFileError) throws -> Void
    ) throws {
        try forEachNote(
            { file in
                switch Result(catching: file.note) {
                case .success(let found):
                    if let problem = found.note.problem {
                        let place = "\(file.path):\(problem.line)"
                        try leftOut(NoteFileError(path: place, reason: problem.text))
                    }
                    try body(found.note.item(at: file.path, zone: zone))
                case .failure(let error): try leftOut(error)
                }
            },
            leftOut: leftOut
        )
    }
}

extension TagService {
    /// Imports the notes of a folder as things, each with its path from there as its location: all of them in one transaction, or none.
    ///
    /// Hidden files and folders and what `.gitignore` names are left out, and so are notes without tags, which are counted. Importing the
    /// same folder again changes nothing.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - options: what messages call it, its origin, and the treatment of notes that cannot be read.
    ///   - reference: the set for the tags and things.
    /// - Returns: the numbers of new, changed and unchanged notes.
    /// - Throws: `TagServiceError.badImport` for the first ten notes that cannot be read, unless the options skip them; ``FolderError``.
    /// - Complexity: linear in the bytes of the notes.
    public func importNotes(
        in path: String,
        options: ImportOptions,
        into reference: SetReference = .chosen
    ) throws -> ImportReport {
        let folder: NoteFolder
        do {
            folder = try NoteFolder(path)
        } catch {
            throw FolderError(path: path, reason: error.reason)
        }
        var options = options
        options.importedFrom = folder.path
        return try importEntries(options, into: reference) { add in
            try folder.forEachItem { thing in
                let content = ImportEntry.Content.item(
                    location: thing.location,
                    title: thing.title ?? "",
                    tags: thing.tags,
                    time: thing.time
                )
                try add(ImportEntry(.file(thing.location), content), 0)
            } leftOut: { error in
                // What a link out of the folder leads to is no part of it.
                guard !error.isLink else { return }
                try add(ImportEntry(.file(error.path), .invalid(error.reason)), 0)
            }
        }
    }
}

/// A folder that cannot be read.
public struct FolderError: Error, Hashable, Sendable {
    /// Its path.
    public var path: String
    /// The reason, in words that complete a sentence.
    public var reason: String
}
