internal import TagCore
internal import TagStore

/// Rules between tags in an import.
///
/// They are made at its end, in the order of the file, when every tag and alias is there; so the order of its lines does not
/// matter. A tag that a rule names and that is not there then is made.
extension Importer {
    /// Keeps the rules of a tag, which was imported, until the end.
    mutating func deferImplications(of tag: ImportedTag, isUnchanged: Bool) throws {
        let name = try checked(tag.name, of: .tag(nil))
        try writer.deferImplications(
            DeferredImplications(
                place: place.number,
                tagID: tagID(of: name),
                names: tag.implies.map { try checked($0, of: .tag(nil)).text },
                isUnchanged: isUnchanged
            )
        )
    }

    /// Makes all rules that were kept; of a line with a rule that cannot be made, none is.
    mutating func makeImplications(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while let (number, rules) = try writer.deferredImplications(after: last) {
            last = number
            do {
                try make(rules)
            } catch let problem as ImportRecordError {
                try note(problem, at: ImportPlace(number: rules.place), options)
            }
        }
        guard last > 0 else { return }
        report.faults.sort { ($0.line ?? $0.item ?? 0) < ($1.line ?? $1.item ?? 0) }
        try writer.clearDeferredImplications()
    }

    private mutating func make(_ rules: DeferredImplications) throws {
        let names = try rules.names.map { try checked($0, of: .tag(nil)) }
        for name in names {
            if let id = try knownTagID(of: name) { try requireNoCycle(rules.tagID, id) }
        }
        let ids = try names.map { try tagID(of: $0) }
        try writeNewTags()
        var isUnchanged = rules.isUnchanged
        for rule in ids.map({ ImplicationRow(rules.tagID, implies: $0) })
        where try !writer.reader.contains(rule) {
            try writer.apply(.putImplication(rule))
            report.newImplications += 1
            isUnchanged = false
        }
        if isUnchanged { report.unchanged += 1 }
    }

    private func requireNoCycle(_ tagID: Int64, _ implied: Int64) throws {
        guard let way = try writer.reader.implicationPath(from: implied, to: tagID) else { return }
        let names = try writer.reader.names(of: way)
        let cycle = ([tagID] + way).map { names[$0] ?? "" }
        let error = TagServiceError.implicationCycle(cycle)
        throw ImportRecordError(
            tagID == implied ? "'\(cycle[0])' cannot imply itself" : error.cycle(cycle)
        )
    }
}

extension ImportPlace {
    /// The number of a line; that of an item is negative, and a file, which has no rules, has none.
    fileprivate var number: Int64 {
        switch self {
        case .line(let number): Int64(number)
        case .item(let number): -Int64(number)
        case .file: 0
        }
    }

    fileprivate init(number: Int64) {
        self = number < 0 ? .item(Int(-number)) : .line(Int(number))
    }
}
