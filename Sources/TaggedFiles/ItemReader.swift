public import TagService

/// A reader of another program's format: text in, entries out.
///
/// It holds no more than one entry at a time, but for bookmarks, whose format has no entries that stand alone.
protocol ItemReader {
    /// Hands each entry to a function, with the number of bytes up to its end.
    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws
}

extension TagService {
    /// Imports a file of another program's format that arrives in pieces: all of it in one transaction, or nothing.
    ///
    /// A thing that stands in the file several times gets the tags of all places. Importing the same file again changes nothing.
    ///
    /// - Parameters:
    ///   - format: the format of the file.
    ///   - options: its name and origin, and the treatment of invalid entries.
    ///   - reference: the set for its tags and things.
    ///   - progress: called after each entry with the number of bytes up to its end.
    ///   - pieces: returns the next bytes of the file; none at its end.
    /// - Returns: the numbers of new, changed and unchanged entries.
    /// - Throws: `TagServiceError.badImport` for the first ten invalid entries, unless the options skip them; what `pieces` throws.
    /// - Complexity: linear in the bytes.
    public func importItems(
        from format: ItemFormat,
        options: ImportOptions,
        into reference: SetReference = .chosen,
        progress: (Int) -> Void = { _ in },
        pieces: @Sendable () throws -> [UInt8]
    ) throws -> ImportReport {
        var options = options
        options.joinsTags = true
        return try importEntries(options, into: reference, progress: progress) { add in
            try withoutActuallyEscaping(pieces) { pieces in
                let text = TextPieces(pieces)
                try format.reader.read(text, add)
            }
        }
    }
}

extension TextPieces {
    /// Tells the lines that are no text as entries.
    func tellBadLines(_ add: (ImportEntry, Int) throws -> Void) throws {
        for line in takeBadLines() {
            try add(ImportEntry(.line(line), .invalid(Self.problem)), consumed)
        }
    }
}
