internal import TagStore

/// Importing files.
extension TagService.Files {
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
    /// let report = try service.files.importEntries(options) { add in
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
        try withoutActuallyEscaping(progress) { progress in
            try importEntries(options, into: reference) { add in
                try withoutActuallyEscaping(add) { add in
                    try read { entry, consumed in
                        try add(entry.read)
                        progress(consumed)
                    }
                }
                return []
            }
        }
    }

    /// Thrown at the end of a dry run to roll back its transaction.
    private struct DryRun: Error { let report: ImportReport }

    /// A function that passes each entry of a source to another, and returns the columns that aren't imported.
    private typealias EntrySource = (_ add: (ImportReader.Entry) throws -> Void) throws -> [String]

    private func importEntries(
        _ options: ImportOptions, into reference: SetReference, progress: (Int) -> Void, pieces: () throws -> [UInt8]
    ) throws -> ImportReport {
        try importEntries(options, into: reference) { try readEntries(options, progress: progress, pieces: pieces, $0) }
    }

    /// Imports the entries of a source, which is read before the transaction if there may be rules.
    private func importEntries(
        _ options: ImportOptions, into reference: SetReference, from source: EntrySource
    ) throws -> ImportReport {
        guard !options.appliesRules || store.isLimited else {
            return try importData(try prepareImport(options, from: source), into: reference)
        }
        return try writeEntries(options, into: reference, at: milliseconds) { importer in
            try source { try importer.importEntry($0, options: options) }
        }
    }

    /// Reads the entries of a file.
    private func readEntries(
        _ options: ImportOptions, progress: (Int) -> Void, pieces: () throws -> [UInt8],
        _ add: (ImportReader.Entry) throws -> Void
    ) throws -> [String] {
        try withoutActuallyEscaping(pieces) { pieces in
            var unused: [String] = []
            let reader = ImportReader(
                format: options.format, limit: options.lineLimit, tagsSeparator: options.tagsSeparator,
                reportUnusedColumns: { unused = $0 }, next: pieces)
            do {
                try reader.readEntries { entry, consumed in
                    try add(entry)
                    progress(consumed)
                }
            } catch let problem as ImportHeaderError { throw Self.missingHeader(problem, options) }
            return unused
        }
    }

    private static func missingHeader(_ problem: ImportHeaderError, _ options: ImportOptions) -> TagServiceError {
        let rule = "a CSV file must start with a header that has a column 'tags' or 'tag', such as 'title,tags'"
        return .badImport(name: options.name, errors: [ImportError(.line(problem.line), problem: rule)], hasMore: false)
    }

    /// Returns the report of an import or a dry run.
    private func tryingOnly(_ body: () throws -> ImportReport) throws -> ImportReport {
        do { return try body() } catch let end as DryRun { return end.report }
    }

    /// Imports entries in one transaction.
    ///
    /// - Parameters:
    ///   - options: the options of the import.
    ///   - reference: the set for records without a set.
    ///   - now: the current time in milliseconds since 1970.
    ///   - read: passes the entries to the importer, and returns the columns that aren't imported.
    /// - Returns: the report.
    /// - Throws: `TagServiceError.badImport`, and the errors of `read`.
    private func writeEntries(
        _ options: ImportOptions, into reference: SetReference, at now: Int64,
        _ read: (inout Importer) throws -> [String]
    ) throws -> ImportReport {
        var newItems: Range<Int64> = 0..<0
        let report = try tryingOnly {
            try writing(reference.ofImport) { writer, set in
                writer.summary = "import \(options.name)"
                var importer = try Importer(writer: writer, set: set, now: now)
                if case .entrance(let entrance, nil) = reference { importer.entrance = entrance }
                if options.listsItems { importer.report.items = [] }
                let unusedColumns = try read(&importer)
                try importer.finish(options)
                var report = importer.report
                report.unusedColumns = unusedColumns
                report.isDryRun = options.isDryRun
                if options.isDryRun { throw DryRun(report: report) }
                newItems = importer.newItems
                if report.newItems > 0, let last = newItems.last { report.query = "id:\(newItems.lowerBound)-\(last)" }
                return report
            }
        }
        if !options.isForModel, !options.isDryRun { try service.suggestions.calibrate(withImported: newItems) }
        return report
    }
}

extension SetReference {
    /// The set for records other than items; an entrance without a given set decides only about items.
    fileprivate var ofImport: SetReference { if case .entrance(_, nil) = self { .chosen } else { self } }
}

/// Imports in two steps.
extension TagService.Files {
    /// Reads a file and compares its items with the automatic rules, without a transaction.
    ///
    /// - Parameters:
    ///   - options: the options of the import.
    ///   - pieces: returns the next bytes of the file; empty at the end.
    /// - Returns: the import, ready to be written once.
    /// - Throws: `TagServiceError.badImport` for a CSV file without a header, ``TemporaryFile/NoRoom``, and errors from
    ///   `pieces`.
    /// - Complexity: linear in the number of bytes times the number of rules.
    package func prepareImport(_ options: ImportOptions, pieces: () throws -> [UInt8]) throws -> PreparedImport {
        try prepareImport(options) { try readEntries(options, progress: { _ in }, pieces: pieces, $0) }
    }

    private func prepareImport(_ options: ImportOptions, from source: EntrySource) throws -> PreparedImport {
        let rules = store.isLimited ? [] : try store.read { try $0.rules() }
        return try PreparedImport(options, queries: rules.filter(\.isAutomatic).map(\.query), now: milliseconds, source)
    }

    /// Writes a prepared import in one transaction: either all of it or nothing.
    package func importData(_ prepared: PreparedImport, into reference: SetReference = .chosen) throws -> ImportReport {
        try writeEntries(prepared.options, into: reference, at: prepared.plan.now) { importer in
            if !store.isLimited { importer.rules = RuleMatcher(plan: prepared.plan, isAutomatic: true) }
            try prepared.forEachEntry { try importer.importEntry($0, $1, options: prepared.options) }
            return prepared.unusedColumns
        }
    }
}
