internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Choosing a set after an import.
extension Importer {
    /// Chooses the first set with tags, if the import created it.
    ///
    /// The initial set of a new database is chosen otherwise, but it stays empty if the file names the set of each
    /// record.
    func chooseFirstSet() throws {
        guard report.newSets > 0 else { return }
        let first = try writer.reader.sets().first { try !writer.isEmpty(setID: $0.id) }
        if let first { try writer.apply(.chooseSet(first.id)) }
    }
}

/// Importing saved views.
extension Importer {
    /// Adds a view, unless there is one with the name; returns whether it was added.
    func importView(_ name: String, _ query: String) throws -> Bool {
        let name = try checked(name, of: .view)
        guard query.utf8.count <= QueryParser.byteLimit else {
            throw ImportRecordError("the query of a view is at most 10,000 bytes of UTF-8")
        }
        let query = try checked { () throws(TagServiceError) in try ItemQuery.checkedText(query) }
        guard try writer.reader.view(key: name.key) == nil else { return false }
        let id = try writer.reader.lastID(of: .view) + 1
        try writer.apply(.putView(ViewRow(id: id, name: name.text, query: query)))
        return true
    }
}

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

/// Importing which tags are different although their names are similar.
extension Importer {
    /// Returns the tag with a name from the field `distinct`.
    mutating func tagID(distinctFrom name: String) throws -> Int64 {
        let name = try checked(name, of: .tag(nil))
        guard let id = try knownTagID(of: name) else {
            throw ImportRecordError("'distinct' names the unknown tag \(name.text.quoted)")
        }
        return id
    }

    /// Records that a tag is different from others.
    mutating func distinguish(_ id: Int64, from others: [Int64]) throws {
        let others = others.filter { $0 != id }
        guard !others.isEmpty else { return }
        try writeNewTags()
        for other in others { try writer.apply(.putDistinctPair(DistinctPair(id, other))) }
    }
}

/// Importing descriptions and colors of tags.
extension Importer {
    /// Gives a tag a description and a color; parts that are `nil` stay as they are.
    mutating func describe(_ id: Int64, as description: String?, color: String?) throws {
        guard description != nil || color != nil else { return }
        try writeNewTags()
        var detail = try writer.reader.detail(ofTag: id) ?? TagDetail(tagID: id)
        let old = detail
        detail.description = description ?? detail.description
        detail.color = color ?? detail.color
        guard detail != old else { return }
        try writer.apply(.putTagDetail(detail))
        report.newDescriptions += 1
    }
}

/// The frecencies of imported tags, computed from the items or read from an export.
///
/// They are written at the end, or earlier if there are many, so that a tag isn't written for every use.
struct ImportedFrecencies {
    private static let maximumHeld = 50_000

    /// The first tag that the import created.
    private let firstCreatedTag: Int64
    private var frecencies: [Int64: Double?] = [:]
    /// The frecencies in the file of tags that existed before the import.
    private var kept: [Int64: Double] = [:]
    /// A bit for each created tag, starting with the first, that is set if the file contains its frecency.
    private var settled: [UInt64] = []

    init(firstCreatedTag: Int64) { self.firstCreatedTag = firstCreatedTag }

    /// Counts a use of a tag at a time, in milliseconds since 1970.
    mutating func add(useAt time: Int64, of tagID: Int64, with writer: StoreWriter) throws {
        // For a tag created by the import, the frecency in the file already includes this use.
        guard !isSettled(tagID) else { return }
        let before = try frecency(of: tagID, with: writer)
        frecencies[tagID] = StoredFrecency.adding(useAt: time, to: before)
        if frecencies.count >= Self.maximumHeld { try write(with: writer) }
    }

    /// Sets the frecency from the file; for a tag that existed before the import, the greater of both values is kept.
    mutating func keep(_ frecency: Double, of tagID: Int64, with writer: StoreWriter) throws {
        if tagID >= firstCreatedTag {
            settle(tagID)
            frecencies[tagID] = .some(frecency)
        } else if try self.frecency(of: tagID, with: writer) ?? -.infinity < frecency {
            kept[tagID] = max(kept[tagID] ?? frecency, frecency)
        }
        if frecencies.count + kept.count >= Self.maximumHeld { try write(with: writer) }
    }

    /// Writes the collected frecencies.
    mutating func write(with writer: StoreWriter) throws {
        for (id, frecency) in kept {
            let current = try self.frecency(of: id, with: writer)
            frecencies[id] = max(current ?? frecency, frecency)
        }
        for (id, frecency) in frecencies.sorted(by: { $0.key < $1.key })
        where try writer.reader.tag(id: id)?.frecency != frecency {
            try writer.apply(.setFrecency(tagID: id, frecency))
        }
        frecencies.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
    }

    private mutating func frecency(of tagID: Int64, with writer: StoreWriter) throws -> Double? {
        if let known = frecencies[tagID] { return known }
        let stored = try writer.reader.tag(id: tagID)?.frecency
        frecencies[tagID] = .some(stored)
        return stored
    }

    private func isSettled(_ tagID: Int64) -> Bool {
        guard tagID >= firstCreatedTag else { return false }
        let (word, bit) = (tagID - firstCreatedTag).quotientAndRemainder(dividingBy: 64)
        return word < settled.count && settled[Int(word)] & 1 << UInt64(bit) != 0
    }

    /// Marks the frecency of a created tag as final.
    mutating func settle(_ tagID: Int64) {
        let (word, bit) = (tagID - firstCreatedTag).quotientAndRemainder(dividingBy: 64)
        while settled.count <= word { settled.append(0) }
        settled[Int(word)] |= 1 << UInt64(bit)
    }
}
