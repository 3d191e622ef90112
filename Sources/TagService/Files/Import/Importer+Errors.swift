internal import TagCore

/// Reporting invalid lines, and anonymizing records for a model.
extension Importer {
    /// The maximum number of errors in an error message.
    static let listedErrors = 10
    /// The maximum number of errors in a report.
    private static let reportedErrors = 1_000

    /// Records an invalid line; the eleventh stops the import unless invalid lines are skipped.
    mutating func note(_ problem: ImportRecordError, at place: ImportPlace, _ options: ImportOptions) throws {
        report.skipped += 1
        if report.errors.count < Self.reportedErrors { report.errors.append(ImportError(place, problem: problem.text)) }
        if report.skipped > Self.listedErrors { try requireNoErrors(options) }
    }

    /// Throws the recorded errors, unless invalid lines are skipped.
    func requireNoErrors(_ options: ImportOptions) throws {
        guard !options.skipsInvalid, !report.errors.isEmpty else { return }
        throw TagServiceError.badImport(
            name: options.name, errors: Array(report.errors.prefix(Self.listedErrors)),
            hasMore: report.errors.count > Self.listedErrors)
    }

    /// Returns a record without the data that a model must not contain.
    ///
    /// Items get an artificial time, so that identical items remain separate.
    func anonymous(_ record: ImportRecord) -> ImportRecord {
        switch record {
        case .tag(var tag):
            (tag.sets, tag.frecency, tag.isSelected, tag.distinct) = ([], nil, false, [])
            tag.implies = []
            return .tag(tag)
        case .set: return .set(ImportedSet(name: set.name))
        case .item(var item):
            (item.savedAt, item.set) = (nextItemID, nil)
            // Items of different people at one location stay apart.
            item.text = [item.note, item.location.map(SearchText.withoutScheme), item.text].compactMap(\.self)
                .joined(separator: "\n")
            (item.location, item.note, item.dismissed) = (nil, nil, [])
            return .item(item)
        case .view, .rule, .ignored: return record
        }
    }
}
