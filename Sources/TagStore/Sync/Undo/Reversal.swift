internal import GRDB
internal import Sync
internal import TagCore

/// Applies the inverses of a step although other devices have changed rows since (rule 7).
///
/// A field that was changed again stays, and so does a row that was deleted, or that others added to. Rows whose
/// key another row has by now aren't restored; references to them become references to that row. So no constraint fails.
struct Reversal {
    let writer: StoreWriter
    let later: LaterChanges
    /// The registers of the step; `nil` if sync isn't set up, or for changes that were received.
    let registers: StepRegisters?
    /// The changes that stay.
    var kept = UnrevertedChanges()
    /// The tags and sets whose keys other rows have, and these rows.
    private var others: [ChangedRow: Int64] = [:]

    init(_ writer: StoreWriter, later: LaterChanges, registers: StepRegisters? = nil) {
        self.writer = writer
        self.later = later
        self.registers = registers
        others = registers?.successors ?? [:]
        kept.revert((registers?.separated.count ?? 0) + (registers?.restored.count ?? 0))
    }

    var reader: StoreReader { writer.reader }

    /// Applies an inverse, or the part of it that wasn't changed again.
    mutating func apply(_ change: RowChange) throws {
        if try isShown(change) { return }
        switch replacingRow(of: change) {
        case .putTag(let row): try restore(row)
        case .putSet(let row): try restore(row)
        case .putItem(let row): try restore(row)
        case .putView(let row): try restore(row)
        case .putTagDetail(let row): try restore(row)
        case .deleteTagDetail(let tag): try restore(TagDetail(tagID: tag))
        case .putMember(let row): try restore(row)
        case .putAlias(let row): try restore(row)
        case .putRule(let row): try restore(row)
        case .putImplication(let row): try restore(row)
        case .deleteTags(let run): for tag in try reader.tags(in: run) { try delete(tag) }
        case .deleteItems(let run): for item in try reader.items(in: run) { try delete(item) }
        case .deleteAliases(let run):
            for alias in try reader.aliases(in: run) {
                try applyAlone(.deleteAliases(alias.id...alias.id), .alias(alias.id), alias.name)
            }
        case .deleteMembers(let set, let run):
            for member in try reader.members(ofSet: set, tags: run) {
                let row = ChangedRow.member(set: set, tag: member.tagID)
                try applyAlone(.deleteMember(setID: set, tagID: member.tagID), row, "a tag of a set")
            }
        case .deleteSet(let id): try deleteSet(id)
        default: try applyRest(change)
        }
    }

    /// Returns whether a change belongs to a row that is back as the registers show it; what only this device has is written.
    private func isShown(_ change: RowChange) throws -> Bool {
        guard let restored = registers?.restored, !restored.isEmpty else { return false }
        if case .putItem(let old) = change, restored.contains(.item(old.id)) {
            if var row = try reader.item(id: old.id), row.importedFrom != old.importedFrom {
                row.importedFrom = old.importedFrom
                try writer.apply(.putItem(row))
            }
            return true
        }
        if let row = ChangedRow(of: change), restored.contains(row) { return true }
        return switch change {
        case .putTagDetail(let row): restored.contains(.tag(row.tagID))
        case .putAlias(let row): restored.contains(.tag(row.tagID))
        case .putImplication(let row): restored.contains(.tag(row.tagID))
        case .putGroupMember(let row): restored.contains(.tag(row.tagID))
        case .putMember(let row): restored.contains(.set(row.setID)) && !restored.contains(.tag(row.tagID))
        case .putBookmark(_, let id): restored.contains(.item(id))
        case .putDismissedTag(let row): restored.contains(.item(row.itemID))
        default: false
        }
    }

    /// Returns a change of the row that shows the thing now.
    private func replacingRow(of change: RowChange) -> RowChange {
        guard let row = ChangedRow(of: change), let other = registers?.successors[row] else { return change }
        switch change {
        case .putTag(var row):
            row.id = other
            return .putTag(row)
        case .putSet(var row):
            row.id = other
            return .putSet(row)
        case .putItem(var row):
            row.id = other
            return .putItem(row)
        case .putView(var row):
            row.id = other
            return .putView(row)
        default: return change
        }
    }

    /// Applies changes of rows that have no fields and no keys.
    private mutating func applyRest(_ change: RowChange) throws {
        switch change {
        case .putDistinctPair(let pair):
            guard let first = try knownTag(pair.first), let second = try knownTag(pair.second), first != second else {
                return
            }
            try applyAlone(.putDistinctPair(DistinctPair(first, second)), .distinctPair(pair), "a pair of tags")
        case .deleteDistinctPair(let pair): try applyAlone(change, .distinctPair(pair), "a pair of tags")
        case .deleteImplication(let row): try applyAlone(change, .implication(row), "an implication")
        case .putGroupMember(var row):
            guard let tag = try knownTag(row.tagID) else { return }
            row.tagID = tag
            try applyAlone(.putGroupMember(row), .group(tag), "group '\(row.group)'")
        case .deleteGroupMember(let tag): try applyAlone(change, .group(tag), "the group of a tag")
        case .deleteView(let id): try applyAlone(change, .view(id), "a view")
        case .deleteRule(let id): try applyAlone(change, .rule(id), "a rule")
        case .putMergedTag(let tag, let into):
            if try reader.tag(id: tag) == nil, tag != into { try writer.apply(change) }
        case .deleteMergedTag(let tag): if try reader.tag(id: tag) != nil { try writer.apply(change) }
        case .putDismissedTag(let row), .deleteDismissedTag(let row):
            guard try reader.item(id: row.itemID) != nil else { return }
            try applyAlone(change, .dismissed(row), "dismissed tag '\(row.key)'")
        case .putBookmark(_, let id), .deleteBookmark(let id):
            if try reader.item(id: id) != nil { try applyAlone(change, .bookmark(id), "attributes") }
        case .putReviewedItem(let row): if try reader.item(id: row.itemID) != nil { try writer.apply(change) }
        case .putLinkCheck(let check): if try reader.item(id: check.itemID) != nil { try writer.apply(change) }
        case .setFrecency(let id, let frecency):
            if let tag = try knownTag(id) { try writer.apply(.setFrecency(tagID: tag, frecency)) }
        case .chooseSet(let id): if let id, let set = try knownSet(id) { try writer.apply(.chooseSet(set)) }
        default: try writer.apply(change)
        }
    }

    /// Applies a change, unless another device has changed the row since.
    private mutating func applyAlone(_ change: RowChange, _ row: ChangedRow, _ name: String) throws {
        if let entry = later.entry(of: row) { return kept.keep(name, entry.devices) }
        try writer.apply(change)
        kept.revert()
    }

    // MARK: Rows that others refer to

    /// Returns the row of a tag that a row refers to, also if it was merged; `nil` if it was deleted.
    func knownTag(_ id: Int64) throws -> Int64? {
        if let other = others[.tag(id)] { return other }
        if try reader.tag(id: id) != nil { return id }
        let into = try UInt32(exactly: id).map { Int64(try reader.tag(mergedFrom: $0)) }
        return try into.flatMap { into in try into != id && reader.tag(id: into) != nil ? into : nil }
    }

    func knownSet(_ id: Int64) throws -> Int64? {
        if let other = others[.set(id)] { return other }
        return try reader.set(id: id) != nil ? id : nil
    }

    /// Returns the changes of a row by other devices.
    func entry(of row: ChangedRow) -> LaterChanges.Entry? {
        registers?.succeeding.contains(row) == true ? nil : later.entry(of: row)
    }

    /// Returns the devices that changed a row, or all of them.
    private func devices(_ row: ChangedRow) -> [String] { later.entry(of: row)?.devices ?? later.devices }

    mutating func note<Version>(_ reverted: RevertedRow<Version>, of name: String, _ row: ChangedRow) {
        kept.revert(reverted.reverted)
        for field in reverted.kept where field.reason != .reverted || registers?.separated.contains(row) != true {
            kept.keep("\(field.name) of '\(name)'", field.reason, field.devices ?? devices(row))
        }
    }

    // MARK: Tags

    private mutating func restore(_ row: TagRow) throws {
        let entry = entry(of: .tag(row.id))
        guard let current = try reader.tag(id: row.id) else {
            // Another device has deleted or merged it.
            if let entry {
                return kept.keep("tag '\(row.name)'", try knownTag(row.id) == nil ? .deleted : .again, entry.devices)
            }
            if let device = registers?.author(ofMerged: row.id) { return kept.keep("tag '\(row.name)'", [device]) }
            return try insert(row)
        }
        let rows = (entry?.replaced ?? [])
            .compactMap { before, after -> (before: TagRow, after: TagRow)? in
                if case .putTag(let before) = before, case .putTag(let after) = after { (before, after) } else { nil }
            }
        var reverted = RevertedRow(to: row, from: current, later: rows, fields: TagRow.fields) {
            registers?.author(of: $0, ofRow: row.id, .tag)
        }
        if reverted.row.key.text != current.key.text, try !makeFree(reverted.row.key, for: row.id) {
            reverted.keep("name") {
                $0.name = current.name
                $0.key = current.key
            }
        }
        var new = reverted.row
        new.frecency = row.frecency
        if new != current { try writer.apply(.putTag(new)) }
        note(reverted, of: current.name, .tag(row.id))
    }

    private mutating func insert(_ row: TagRow) throws {
        if try makeFree(row.key, for: row.id) {
            try writer.apply(.putTag(row))
            kept.revert()
        } else if let other = try reader.target(of: row.key)?.tag {
            others[.tag(row.id)] = other.id
            kept.keep("tag '\(row.name)'", .taken, devices(.tag(other.id)))
        }
    }

    /// Returns whether a tag can have a key; deletes an alias with the key, unless the tag has another key and the alias is another tag's.
    private func makeFree(_ key: TagKey, for id: Int64) throws -> Bool {
        switch try reader.target(of: key) {
        case nil: return true
        case .tag(let other): return other.id == id
        case .alias(let alias, let other):
            guard try other.id == id || reader.tag(id: id) == nil else { return false }
            try writer.apply(.deleteAliases(alias.id...alias.id))
            return true
        }
    }

    private mutating func delete(_ tag: TagRow) throws {
        let entry = later.entry(of: .tag(tag.id))
        guard try entry == nil && reader.itemIDs(holding: tag.id).isEmpty else {
            return kept.keep("tag '\(tag.name)'", entry == nil ? .used : .again, entry?.devices ?? later.devices)
        }
        for member in try reader.memberships(ofTag: tag.id) {
            try writer.apply(.deleteMember(setID: member.setID, tagID: tag.id))
        }
        for alias in try reader.aliases(of: tag.id) { try writer.apply(.deleteAliases(alias.id...alias.id)) }
        try writer.apply(.deleteTags(tag.id...tag.id))
        kept.revert()
    }

    private mutating func restore(_ row: AliasRow) throws {
        guard let tag = try knownTag(row.tagID) else { return }
        var row = row
        row.tagID = tag
        if try reader.alias(id: row.id) == nil, try reader.target(of: row.key) != nil {
            return kept.keep("alias '\(row.name)'", .taken, devices(.alias(row.id)))
        }
        try applyAlone(.putAlias(row), .alias(row.id), "alias '\(row.name)'")
    }

    private mutating func restore(_ row: ImplicationRow) throws {
        guard let tag = try knownTag(row.tagID), let implied = try knownTag(row.impliedTagID), tag != implied else {
            return
        }
        let closesCycle = try reader.implicationPath(from: implied, to: tag) != nil
        if closesCycle { return kept.keep("an implication", devices(.implication(row))) }
        try applyAlone(.putImplication(ImplicationRow(tag, implies: implied)), .implication(row), "an implication")
    }

    private mutating func restore(_ row: TagDetail) throws {
        guard let tag = try knownTag(row.tagID) else { return }
        var row = row
        row.tagID = tag
        let entry = entry(of: .detail(tag))
        let current = try reader.details(ofTags: tag...tag).first ?? TagDetail(tagID: tag)
        let rows = (entry?.replaced ?? [])
            .compactMap { before, after -> (before: TagDetail, after: TagDetail)? in
                if case .putTagDetail(let before) = before, case .putTagDetail(let after) = after {
                    (before, after)
                } else {
                    nil
                }
            }
        if let entry, rows.isEmpty { return kept.keep("description of a tag", entry.devices) }
        let reverted = RevertedRow(to: row, from: current, later: rows, fields: TagDetail.fields) {
            registers?.author(of: $0, ofRow: tag, .tag)
        }
        if reverted.row != current {
            try writer.apply(reverted.row.isEmpty ? .deleteTagDetail(tag) : .putTagDetail(reverted.row))
        }
        note(reverted, of: try reader.names(of: [tag])[tag] ?? "", .detail(tag))
    }

    private mutating func restore(_ row: RuleRow) throws {
        guard let tag = try knownTag(row.tagID) else { return }
        var row = row
        row.tagID = tag
        if let other = try reader.rule(query: row.query, tagID: tag), other.id != row.id {
            return kept.keep("a rule", .taken, devices(.rule(other.id)))
        }
        try applyAlone(.putRule(row), .rule(row.id), "a rule")
    }

    private mutating func restore(_ row: ViewRow) throws {
        let entry = entry(of: .view(row.id))
        let other = try reader.view(key: row.key)
        guard let current = try reader.view(id: row.id) else {
            guard entry == nil, other == nil else {
                return kept.keep(
                    "view '\(row.name)'", other == nil ? .deleted : .taken, entry?.devices ?? later.devices)
            }
            try writer.apply(.putView(row))
            return kept.revert()
        }
        let rows = (entry?.replaced ?? [])
            .compactMap { before, after -> (before: ViewRow, after: ViewRow)? in
                if case .putView(let before) = before, case .putView(let after) = after { (before, after) } else { nil }
            }
        var reverted = RevertedRow(to: row, from: current, later: rows, fields: ViewRow.fields) {
            registers?.author(of: $0, ofRow: row.id, .view)
        }
        if reverted.row.key.text != current.key.text, let other, other.id != row.id {
            reverted.keep("name") {
                $0.name = current.name
                $0.key = current.key
            }
        }
        if reverted.row != current { try writer.apply(.putView(reverted.row)) }
        note(reverted, of: current.name, .view(row.id))
    }

    // MARK: Sets

    private mutating func restore(_ row: SetRow) throws {
        let entry = entry(of: .set(row.id))
        let other = try reader.set(key: row.key)
        guard let current = try reader.set(id: row.id) else {
            if entry != nil || other != nil {
                others[.set(row.id)] = other?.id
                return kept.keep("set '\(row.name)'", other == nil ? .deleted : .taken, entry?.devices ?? later.devices)
            }
            try writer.apply(.putSet(row))
            return kept.revert()
        }
        let rows = (entry?.replaced ?? [])
            .compactMap { before, after -> (before: SetRow, after: SetRow)? in
                if case .putSet(let before) = before, case .putSet(let after) = after { (before, after) } else { nil }
            }
        let fields = SetRow.fields(of: [row, current] + rows.flatMap { [$0.before, $0.after] })
        var reverted = RevertedRow(to: row, from: current, later: rows, fields: fields) {
            registers?.author(of: $0, ofRow: row.id, .set)
        }
        if reverted.row.key.text != current.key.text, let other, other.id != row.id {
            reverted.keep("name") {
                $0.name = current.name
                $0.key = current.key
            }
        }
        if reverted.row != current { try writer.apply(.putSet(reverted.row)) }
        note(reverted, of: current.name, .set(row.id))
    }

    private mutating func deleteSet(_ id: Int64) throws {
        guard let row = try reader.set(id: id) else { return }
        let entry = later.entry(of: .set(id))
        let other = try reader.sets().first { $0.id != id }
        guard let other, try entry == nil && reader.itemIDs(inSet: id).isEmpty else {
            return kept.keep("set '\(row.name)'", entry == nil ? .used : .again, entry?.devices ?? later.devices)
        }
        if try reader.chosenSet()?.id == id { try writer.apply(.chooseSet(other.id)) }
        for member in try reader.members(ofSet: id) { try writer.apply(.deleteMember(setID: id, tagID: member.tagID)) }
        try writer.apply(.deleteSet(id))
        kept.revert()
    }

    private mutating func restore(_ row: MemberRow) throws {
        guard let tag = try knownTag(row.tagID), let set = try knownSet(row.setID) else { return }
        var row = row
        (row.tagID, row.setID) = (tag, set)
        let current = try reader.member(setID: set, tagID: tag)
        let entry = later.entry(of: .member(set: set, tag: tag))
        guard current != nil || entry == nil else { return kept.keep("a tag of a set", entry?.devices ?? []) }
        if let current, entry != nil {
            // Only the selection is this device's.
            row.position = current.position
        } else if let owner = try reader.member(setID: set, position: row.position), owner.tagID != tag {
            row.position = try current?.position ?? reader.lastPosition(inSet: set) + 1_024
        }
        if row != current { try writer.apply(.putMember(row)) }
        kept.revert()
    }
}

extension RevertedRow {
    /// Keeps the present value of a reverted field.
    mutating func keep(_ name: String, _ change: (inout Version) -> Void) {
        change(&row)
        reverted -= 1
        kept.append((name, .taken, nil))
    }
}
