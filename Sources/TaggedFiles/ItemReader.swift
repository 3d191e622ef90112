public import TagService

/// A parser for a file format of another program, which turns text into import entries.
///
/// Readers hold one entry in memory at a time, except for bookmark files, which are read as a whole.
protocol ItemReader {
    /// Passes each entry to a function, with the number of bytes up to its end.
    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws
}

extension TagService.Files {
    /// Imports the items of another program's file in one transaction.
    ///
    /// An item that occurs several times in the file gets the tags of all occurrences. Importing the same file again
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - options: The name of the file, the path it's imported from, and the treatment of invalid entries.
    ///   - reference: The tag set of the items.
    ///   - progress: Called after each entry with the number of bytes up to its end.
    ///   - pieces: Returns the next bytes of the file, or no bytes at its end.
    /// - Returns: The numbers of new, changed and unchanged entries.
    /// - Throws: `TagServiceError.badImport` with the first ten invalid entries, unless the options skip them; the
    ///   errors of `pieces`.
    /// - Complexity: Linear in the size of the file.
    public func importItems(
        from format: ItemFormat, options: ImportOptions, into reference: SetReference = .chosen,
        progress: (Int) -> Void = { _ in }, pieces: @Sendable () throws -> [UInt8]
    ) throws -> ImportReport {
        try importEntries(options, into: reference, progress: progress) { add in
            try withoutActuallyEscaping(pieces) { pieces in
                let text = TextPieces(pieces)
                try format.reader.read(text, add)
            }
        }
    }
}

extension TextPieces {
    /// Adds an invalid entry for each line that couldn't be decoded.
    func reportBadLines(_ add: (ImportEntry, Int) throws -> Void) throws {
        for line in takeBadLines() { try add(ImportEntry(.line(line), .invalid(Self.problem)), consumed) }
    }
}
