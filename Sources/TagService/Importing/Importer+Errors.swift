/// Lines of an import that are invalid, and what an import for a model leaves out.
extension Importer {
    /// The most faults that an error lists.
    static let mostListed = 10
    /// The most faults that a report keeps.
    private static let mostKept = 1_000

    /// Notes that a line is invalid; ten others stop the import, unless they are skipped.
    mutating func note(
        _ problem: ImportRecordError,
        at place: ImportPlace,
        _ options: ImportOptions
    ) throws {
        report.skipped += 1
        if report.faults.count < Self.mostKept {
            report.faults.append(ImportError(place, problem: problem.text))
        }
        if report.skipped > Self.mostListed { try requireNoFaults(options) }
    }

    /// Throws the faults that were found, unless they are to be skipped.
    func requireNoFaults(_ options: ImportOptions) throws {
        guard !options.skipsInvalid, !report.faults.isEmpty else { return }
        throw TagServiceError.badImport(
            name: options.name,
            faults: Array(report.faults.prefix(Self.mostListed)),
            hasMore: report.faults.count > Self.mostListed
        )
    }

    /// A record without what a model is to be without; its time tells equal items apart.
    func anonymous(_ record: ImportRecord) -> ImportRecord {
        switch record {
        case .tag(var tag):
            (tag.sets, tag.frecency, tag.isSelected, tag.distinct) = ([], nil, false, [])
            tag.implies = []
            return .tag(tag)
        case .set: return .set(ImportedSet(name: set.name))
        case .item(var selection):
            (selection.savedAt, selection.set) = (nextItemID, nil)
            selection.location = nil
            return .item(selection)
        case .untagged: return record
        }
    }
}
