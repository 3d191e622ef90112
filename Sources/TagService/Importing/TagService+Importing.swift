internal import TagStore

/// How an import goes about bad lines.
public struct ImportOptions: Hashable, Sendable {
    /// The format of the bytes.
    public var format: ImportFormat
    /// What the bytes are called in errors, such as the file's name.
    public var source: String
    /// Whether bad lines are left out and counted; otherwise the first one stops the import.
    public var skipsInvalid: Bool
    /// What separates the tags of a CSV cell; `nil`: a bar, or else commas and semicolons.
    public var tagsSeparator: Character?
    /// The most bytes that a line, a row or an item may have; less than the rule's for tests alone.
    package var lineLimit = LineBuffer.lineLimit

    /// Options for bytes of a format.
    public init(format: ImportFormat, source: String, skipsInvalid: Bool = false) {
        self.format = format
        self.source = source
        self.skipsInvalid = skipsInvalid
    }
}

/// Where something stands in an imported file.
public enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
    /// On a line, from 1.
    case line(Int)
    /// In a JSON list, from 1.
    case item(Int)

    /// The place as a message names it.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        }
    }
}

/// What an import brought.
public struct ImportReport: Hashable, Sendable, Codable {
    /// Tags that there were not before.
    public var newTags = 0
    /// Sets that there were not before.
    public var newSets = 0
    /// Saved selections that there were not before.
    public var newSavedSelections = 0
    /// Of the new saved selections those of so many tags that the pairs of the rarest alone are learnt.
    public var partlyPaired = 0
    /// Lines that said what was there already.
    public var unchanged = 0
    /// Bad lines that were left out.
    public var skipped = 0
    /// Columns of a CSV file that nothing was read from.
    public var unusedColumns: [String] = []

    /// A report of nothing.
    public init() {}
}

extension TagService {
    /// Imports bytes of one of the formats: all of it in one transaction, or nothing.
    ///
    /// Importing the same bytes again changes nothing.
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - options: its format, its name, and how to go about bad lines.
    ///   - reference: the set of what names none.
    ///   - progress: is called after each line with the share that is done, from 0 to 1.
    /// - Returns: what was new and what was known.
    /// - Throws: `TagServiceError.badImport` for the first bad line, unless the options skip it.
    /// - Complexity: linear in the bytes, and for each saved selection quadratic in its tags, of which 256 count.
    public func importing(
        _ bytes: [UInt8],
        options: ImportOptions,
        into reference: SetReference = .chosen,
        progress: (Double) -> Void = { _ in }
    ) throws -> ImportReport {
        var rest = bytes
        return try bringing(
            options,
            into: reference,
            progress: { progress(Double($0) / Double(max(bytes.count, 1))) },
            pieces: {
                defer { rest = [] }
                return rest
            }
        )
    }

    /// Imports a file that comes in pieces: all of it in one transaction, or nothing.
    ///
    /// No more of the file is held than one line and one piece, and what is remembered of it is bounded.
    /// - Parameters:
    ///   - options: its format, its name, and how to go about bad lines.
    ///   - reference: the set of what names none.
    ///   - progress: is called after each line with the number of bytes up to its end.
    ///   - pieces: gives the next bytes of the file, as many as there are; none at its end.
    /// - Returns: what was new and what was known.
    /// - Throws: `TagServiceError.badImport` for the first bad line, unless the options skip it; what `pieces` throws.
    /// - Complexity: linear in the bytes, and quadratic in the tags of each saved selection.
    public func importing(
        options: ImportOptions,
        into reference: SetReference = .chosen,
        progress: (Int) -> Void = { _ in },
        pieces: @Sendable () throws -> [UInt8]
    ) throws -> ImportReport {
        try bringing(options, into: reference, progress: progress, pieces: pieces)
    }

    private func bringing(
        _ options: ImportOptions,
        into reference: SetReference,
        progress: (Int) -> Void,
        pieces: () throws -> [UInt8]
    ) throws -> ImportReport {
        try writing(reference) { writer, set in
            writer.summary = "import \(options.source)"
            var importer = try Importer(writer: writer, set: set)
            var unusedColumns: [String] = []
            do {
                try withoutActuallyEscaping(pieces) { pieces in
                    let reader = ImportReader(
                        format: options.format,
                        limit: options.lineLimit,
                        tagsSeparator: options.tagsSeparator,
                        unused: { unusedColumns = $0 },
                        next: pieces
                    )
                    try reader.readEntries { entry, consumed in
                        try importer.take(entry, options: options)
                        progress(consumed)
                    }
                }
            } catch let problem as ImportHeaderProblem {
                throw TagServiceError.badImport(
                    source: options.source,
                    place: .line(problem.line),
                    problem:
                        "a CSV file starts with the header 'label,tags' or 'tag', or another that names such a column"
                )
            }
            try importer.finish()
            var report = importer.report
            report.unusedColumns = unusedColumns
            return report
        }
    }
}
