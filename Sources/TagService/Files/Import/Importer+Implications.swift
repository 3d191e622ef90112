internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Importing implications.
///
/// Implications are added at the end of the import, when all tags and aliases exist, so the order
/// of the lines doesn't matter. Implied tags that are still missing at that time are created.
extension Importer {
    /// Defers the implications of an imported tag until the end of the import.
    mutating func deferImplications(of tag: ImportedTag, isUnchanged: Bool) throws {
        let name = try checked(tag.name, of: .tag(nil))
        try writer.deferImplications(
            StoreWriter.DeferredImplications(
                place: place.number, tagID: tagID(of: name),
                names: tag.implies.map { try checked($0, of: .tag(nil)).text }, isUnchanged: isUnchanged))
    }

    /// Adds all deferred implications; a line with an invalid implication is rejected as a whole.
    mutating func addImplications(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while let (number, line) = try writer.deferredImplications(after: last) {
            last = number
            do { try add(line) } catch let problem as ImportRecordError {
                try note(problem, at: ImportPlace(number: line.place), options)
            }
        }
        guard last > 0 else { return }
        report.errors.sort { ($0.line ?? $0.item ?? 0) < ($1.line ?? $1.item ?? 0) }
        try writer.clearDeferredImplications()
    }

    private mutating func add(_ line: StoreWriter.DeferredImplications) throws {
        let names = try line.names.map { try checked($0, of: .tag(nil)) }
        for name in names { if let id = try knownTagID(of: name) { try requireNoCycle(line.tagID, id) } }
        let ids = try names.map { try tagID(of: $0) }
        try writeNewTags()
        var isUnchanged = line.isUnchanged
        for row in ids.map({ ImplicationRow(line.tagID, implies: $0) }) where try !writer.reader.contains(row) {
            try writer.apply(.putImplication(row))
            report.newImplications += 1
            isUnchanged = false
        }
        if isUnchanged { report.unchanged += 1 }
    }

    private func requireNoCycle(_ tagID: Int64, _ implied: Int64) throws {
        guard let path = try writer.reader.implicationPath(from: implied, to: tagID) else { return }
        let names = try writer.reader.names(of: path)
        let cycle = ([tagID] + path).map { names[$0] ?? "" }
        throw ImportRecordError(
            tagID == implied ? "\(cycle[0].quoted) can't imply itself" : ServiceErrorText(typed: { $0 }).cycle(cycle))
    }
}

extension ImportPlace {
    /// The number of a line, or the negative number of a list element; 0 for a file, which has no implications.
    fileprivate var number: Int64 {
        switch self {
        case .line(let number): Int64(number)
        case .item(let number): -Int64(number)
        case .file: 0
        }
    }

    fileprivate init(number: Int64) { self = number < 0 ? .item(Int(-number)) : .line(Int(number)) }
}
