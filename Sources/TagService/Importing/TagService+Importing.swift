internal import TagStore

/// Importing files.
extension TagService {
    /// Imports the content of a file in one transaction: either all of it or nothing.
    ///
    /// Importing the same bytes again changes nothing.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - options: its format, its name, and the handling of invalid lines.
    ///   - reference: the set for records without a set.
    ///   - progress: called after each line with the completed fraction, from 0 to 1.
    /// - Returns: the numbers of new and unchanged records.
    /// - Throws: `TagServiceError.badImport` with the first ten invalid lines, unless the options skip them.
    /// - Complexity: linear in the number of bytes, and for each item quadratic in the number of its tags, up to 256.
    public func importData(
        _ bytes: [UInt8], options: ImportOptions, into reference: SetReference = .chosen,
        progress: (Double) -> Void = { _ in }
    ) throws -> ImportReport {
        var rest = bytes
        return try importEntries(
            options, into: reference, progress: { progress(Double($0) / Double(max(bytes.count, 1))) },
            pieces: {
                defer { rest = [] }
                return rest
            })
    }

    /// Imports a file that arrives in pieces in one transaction: either all of it or nothing.
    ///
    /// Only one line and one piece of the file are in memory at a time, and caches are bounded.
    ///
    /// - Parameters:
    ///   - options: its format, its name, and the handling of invalid lines.
    ///   - reference: the set for records without a set.
    ///   - progress: called after each line with the number of bytes up to its end.
    ///   - pieces: returns the next bytes of the file; empty at the end.
    /// - Returns: the numbers of new and unchanged records.
    /// - Throws: `TagServiceError.badImport` with the first ten invalid lines, unless the options skip them; errors from `pieces`.
    /// - Complexity: linear in the number of bytes, and for each item quadratic in the number of its tags, up to 256.
    public func importData(
        options: ImportOptions, into reference: SetReference = .chosen, progress: (Int) -> Void = { _ in },
        pieces: @Sendable () throws -> [UInt8]
    ) throws -> ImportReport { try importEntries(options, into: reference, progress: progress, pieces: pieces) }

    /// Imports the entries that a reader of another program's format finds, in one transaction: either all of them or nothing.
    ///
    /// ```swift
    /// let options = ImportOptions(format: .json, name: "bookmarks", skipsInvalid: true)
    /// let report = try service.importEntries(options) { add in
    ///     try add(
    ///         ImportEntry(.line(1), .item(location: "https://example.org/", tags: ["web"])),
    ///         0
    ///     )
    ///     try add(ImportEntry(.line(2), .invalid("it has no address")), 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - options: the name of the source and the handling of invalid entries; the format is ignored.
    ///   - reference: the set for the tags and items.
    ///   - progress: called after each entry with the number of bytes up to its end.
    ///   - read: passes each entry to its argument `add`, with the number of bytes up to the end of the entry.
    /// - Returns: the numbers of new, changed and unchanged entries.
    /// - Throws: `TagServiceError.badImport` with the first ten invalid entries, unless the options skip them; errors from `read`.
    /// - Complexity: linear in the number of entries, which aren't kept in memory.
    public func importEntries(
        _ options: ImportOptions, into reference: SetReference = .chosen, progress: (Int) -> Void = { _ in },
        from read: @Sendable (_ add: (ImportEntry, _ consumed: Int) throws -> Void) throws -> Void
    ) throws -> ImportReport {
        try tryingOnly {
            try writeEntries(options, into: reference) { importer, _ in
                try withoutActuallyEscaping(progress) { progress in
                    try read { entry, consumed in
                        try importer.importEntry(entry.read, options: options)
                        progress(consumed)
                    }
                }
            }
        }
    }

    /// Thrown at the end of a dry run to roll back its transaction.
    private struct DryRun: Error { let report: ImportReport }

    private func importEntries(
        _ options: ImportOptions, into reference: SetReference, progress: (Int) -> Void, pieces: () throws -> [UInt8]
    ) throws -> ImportReport {
        try tryingOnly {
            try writeEntries(options, into: reference) { importer, unusedColumns in
                try withoutActuallyEscaping(pieces) { pieces in
                    var unused: [String] = []
                    let reader = ImportReader(
                        format: options.format, limit: options.lineLimit, tagsSeparator: options.tagsSeparator,
                        reportUnusedColumns: { unused = $0 }, next: pieces)
                    try reader.readEntries { entry, consumed in
                        try importer.importEntry(entry, options: options)
                        progress(consumed)
                    }
                    unusedColumns = unused
                }
            }
        }
    }

    /// Returns the report of an import or a dry run.
    private func tryingOnly(_ body: () throws -> ImportReport) throws -> ImportReport {
        do { return try body() } catch let end as DryRun { return end.report }
    }

    /// Imports the entries that a function passes to the importer, in one transaction.
    private func writeEntries(
        _ options: ImportOptions, into reference: SetReference,
        _ read: (inout Importer, _ unusedColumns: inout [String]) throws -> Void
    ) throws -> ImportReport {
        var newItems: Range<Int64> = 0..<0
        let report = try writing(reference) { writer, set in
            writer.summary = "import \(options.name)"
            var importer = try Importer(writer: writer, set: set, now: milliseconds)
            if options.appliesRules { importer.ruling = self }
            if options.listsItems { importer.report.items = [] }
            var unusedColumns: [String] = []
            do { try read(&importer, &unusedColumns) } catch let problem as ImportHeaderError {
                throw TagServiceError.badImport(
                    name: options.name,
                    errors: [
                        ImportError(
                            .line(problem.line),
                            problem:
                                "a CSV file must start with a header that has a column 'tags' or 'tag', such as 'title,tags'"
                        )
                    ], hasMore: false)
            }
            try importer.finish(options)
            var report = importer.report
            report.unusedColumns = unusedColumns
            report.isDryRun = options.isDryRun
            if options.isDryRun { throw DryRun(report: report) }
            newItems = importer.newItems
            if report.newItems > 0, let last = newItems.last { report.query = "id:\(newItems.lowerBound)-\(last)" }
            return report
        }
        if !options.isForModel { try calibrate(withImported: newItems) }
        return report
    }
}
