internal import Foundation
internal import TagCore

/// The encoding of a change in the undo log: a JSON array of its kind and its values, `["putMember", 1, 5, 2048, 1]`.
extension RowChange: Codable {
    private enum Kind: String, Codable {
        case putTag, putAlias, putSet, putMember, putItem, setFrecency, chooseSet
        case deleteTags, deleteAliases, deleteSet, deleteMember, deleteMembers
        case deleteItems, putDistinctPair, deleteDistinctPair
        case putImplication, deleteImplication, putView, deleteView, putMergedTag, deleteMergedTag
        case putDismissedTag, deleteDismissedTag, putRule, deleteRule, putBookmark, deleteBookmark
        case putTagDetail, deleteTagDetail, putGroupMember, deleteGroupMember, putReviewedItem, deleteReviewedItem
        case putLinkCheck, deleteLinkCheck
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        switch self {
        case .putTag(let row):
            try values.encode(Kind.putTag)
            try row.encode(into: &values)
        case .putAlias(let row):
            try values.encode(Kind.putAlias)
            try row.encode(into: &values)
        case .putSet(let row):
            try values.encode(Kind.putSet)
            try row.encode(into: &values)
        case .putMember(let row):
            try values.encode(Kind.putMember)
            try row.encode(into: &values)
        case .putItem(let row):
            try values.encode(Kind.putItem)
            try row.encode(into: &values)
        case .setFrecency(let tagID, let frecency):
            try values.encode(Kind.setFrecency)
            try values.encode(tagID)
            try values.encode(frecency)
        case .chooseSet(let id):
            try values.encode(Kind.chooseSet)
            try values.encode(id)
        case .deleteTags(let run): try values.encode(Kind.deleteTags, run)
        case .deleteAliases(let run): try values.encode(Kind.deleteAliases, run)
        case .deleteSet(let id):
            try values.encode(Kind.deleteSet)
            try values.encode(id)
        case .deleteMembers(let setID, let run):
            try values.encode(Kind.deleteMembers)
            try values.encode(setID)
            try values.encode(run.lowerBound)
            try values.encode(run.upperBound)
        case .deleteItems(let run): try values.encode(Kind.deleteItems, run)
        case .putDistinctPair(let pair):
            try values.encode(Kind.putDistinctPair)
            try pair.encode(into: &values)
        case .deleteDistinctPair(let pair):
            try values.encode(Kind.deleteDistinctPair)
            try pair.encode(into: &values)
        case .putImplication(let row):
            try values.encode(Kind.putImplication)
            try row.encode(into: &values)
        case .deleteImplication(let row):
            try values.encode(Kind.deleteImplication)
            try row.encode(into: &values)
        case .putView(let row):
            try values.encode(Kind.putView)
            try row.encode(into: &values)
        case .deleteView(let id):
            try values.encode(Kind.deleteView)
            try values.encode(id)
        case .putMergedTag(let tag, let into):
            try values.encode(Kind.putMergedTag)
            try values.encode(tag)
            try values.encode(into)
        case .deleteMergedTag(let tag):
            try values.encode(Kind.deleteMergedTag)
            try values.encode(tag)
        case .putDismissedTag(let row):
            try values.encode(Kind.putDismissedTag)
            try row.encode(into: &values)
        case .deleteDismissedTag(let row):
            try values.encode(Kind.deleteDismissedTag)
            try row.encode(into: &values)
        case .putBookmark(let bookmark, let id):
            try values.encode(Kind.putBookmark)
            try values.encode(id)
            try values.encode(bookmark.attributes)
            try values.encode(bookmark.folders)
        case .deleteBookmark(let id):
            try values.encode(Kind.deleteBookmark)
            try values.encode(id)
        case .putLinkCheck(let check):
            try values.encode(Kind.putLinkCheck)
            try check.encode(into: &values)
        case .deleteLinkCheck(let id):
            try values.encode(Kind.deleteLinkCheck)
            try values.encode(id)
        case .putReviewedItem(let row):
            try values.encode(Kind.putReviewedItem)
            try row.encode(into: &values)
        case .deleteReviewedItem(let id):
            try values.encode(Kind.deleteReviewedItem)
            try values.encode(id)
        case .putRule(let row):
            try values.encode(Kind.putRule)
            try row.encode(into: &values)
        case .deleteRule(let id):
            try values.encode(Kind.deleteRule)
            try values.encode(id)
        case .putTagDetail(let row):
            try values.encode(Kind.putTagDetail)
            try row.encode(into: &values)
        case .deleteTagDetail(let tag):
            try values.encode(Kind.deleteTagDetail)
            try values.encode(tag)
        case .putGroupMember(let row):
            try values.encode(Kind.putGroupMember)
            try row.encode(into: &values)
        case .deleteGroupMember(let tag):
            try values.encode(Kind.deleteGroupMember)
            try values.encode(tag)
        }
    }

    package init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        switch try values.decode(Kind.self) {
        case .putTag: self = .putTag(try TagRow(from: &values))
        case .putAlias: self = .putAlias(try AliasRow(from: &values))
        case .putSet: self = .putSet(try SetRow(from: &values))
        case .putMember: self = .putMember(try MemberRow(from: &values))
        case .putItem: self = .putItem(try ItemRow(from: &values))
        case .setFrecency: self = .setFrecency(tagID: try values.decode(Int64.self), try values.decode(Double?.self))
        case .chooseSet: self = .chooseSet(try values.decode(Int64?.self))
        case .deleteTags: self = .deleteTags(try values.decodeRun())
        case .deleteAliases: self = .deleteAliases(try values.decodeRun())
        case .deleteSet: self = .deleteSet(try values.decode(Int64.self))
        // Only undo logs of schema version 1 contain this.
        case .deleteMember:
            self = .deleteMember(setID: try values.decode(Int64.self), tagID: try values.decode(Int64.self))
        case .deleteMembers: self = .deleteMembers(setID: try values.decode(Int64.self), try values.decodeRun())
        case .deleteItems: self = .deleteItems(try values.decodeRun())
        case .putDistinctPair: self = .putDistinctPair(try DistinctPair(from: &values))
        case .deleteDistinctPair: self = .deleteDistinctPair(try DistinctPair(from: &values))
        case .putImplication: self = .putImplication(try ImplicationRow(from: &values))
        case .deleteImplication: self = .deleteImplication(try ImplicationRow(from: &values))
        case .putView: self = .putView(try ViewRow(from: &values))
        case .deleteView: self = .deleteView(try values.decode(Int64.self))
        case .putMergedTag: self = .putMergedTag(try values.decode(Int64.self), into: try values.decode(Int64.self))
        case .deleteMergedTag: self = .deleteMergedTag(try values.decode(Int64.self))
        case .putDismissedTag: self = .putDismissedTag(try DismissedTag(from: &values))
        case .deleteDismissedTag: self = .deleteDismissedTag(try DismissedTag(from: &values))
        case .putBookmark:
            let id = try values.decode(Int64.self)
            let attributes = try values.decode([String: String].self)
            self = .putBookmark(
                ItemBookmark(attributes: attributes, folders: try values.decode([String].self)), itemID: id)
        case .deleteBookmark: self = .deleteBookmark(try values.decode(Int64.self))
        case .putLinkCheck: self = .putLinkCheck(try LinkCheck(from: &values))
        case .deleteLinkCheck: self = .deleteLinkCheck(try values.decode(Int64.self))
        case .putReviewedItem: self = .putReviewedItem(try ReviewedItem(from: &values))
        case .deleteReviewedItem: self = .deleteReviewedItem(try values.decode(Int64.self))
        case .putRule: self = .putRule(try RuleRow(from: &values))
        case .deleteRule: self = .deleteRule(try values.decode(Int64.self))
        case .putTagDetail: self = .putTagDetail(try TagDetail(from: &values))
        case .deleteTagDetail: self = .deleteTagDetail(try values.decode(Int64.self))
        case .putGroupMember: self = .putGroupMember(try GroupMember(from: &values))
        case .deleteGroupMember: self = .deleteGroupMember(try values.decode(Int64.self))
        }
    }
}

extension UnkeyedEncodingContainer {
    fileprivate mutating func encode(_ kind: some Encodable, _ run: ClosedRange<Int64>) throws {
        try encode(kind)
        try encode(run.lowerBound)
        try encode(run.upperBound)
    }
}

extension UnkeyedDecodingContainer {
    fileprivate mutating func decodeSample() throws -> CalibrationSample? {
        guard let words = try decode([UInt32]?.self) else { return nil }
        guard let sample = CalibrationSample(words: words) else {
            throw DecodingError.dataCorruptedError(in: self, debugDescription: "invalid calibration sample")
        }
        return sample
    }

    fileprivate mutating func decodeEvidence() throws -> StoredEvidence {
        let blobs = try (decode(Data.self), decode(Data.self), decode(Data.self))
        guard let words = [StoredWord](data: blobs.0), let fields = [NameSearch.Hit](data: blobs.1),
            let text = [NameSearch.Hit](data: blobs.2)
        else { throw DecodingError.dataCorruptedError(in: self, debugDescription: "invalid evidence") }
        var evidence = StoredEvidence()
        (evidence.textWords, evidence.fieldNames, evidence.textNames) = (words, fields, text)
        return evidence
    }

    fileprivate mutating func decodeNewNames() throws -> [NewNameOutcome] {
        guard let names = [NewNameOutcome](data: try decode(Data.self)) else {
            throw DecodingError.dataCorruptedError(in: self, debugDescription: "invalid new names")
        }
        return names
    }

    fileprivate mutating func decodeRun() throws -> ClosedRange<Int64> {
        let lower = try decode(Int64.self)
        let upper = try decode(Int64.self)
        guard lower <= upper else {
            throw DecodingError.dataCorruptedError(
                in: self, debugDescription: "range \(lower)...\(upper) ends before it starts")
        }
        return lower...upper
    }
}

/// Encodes rows as values of a JSON array, in column order; keys are recomputed from the names.
extension TagRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(otherUses)
        try values.encode(frecency)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), name: try values.decode(String.self),
            otherUses: try values.decode(Int64.self), frecency: try values.decode(Double?.self))
    }
}

extension AliasRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(tagID)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), name: try values.decode(String.self),
            tagID: try values.decode(Int64.self))
    }
}

extension SetRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(layout)
        try values.encode(isDaily)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), name: try values.decode(String.self),
            layout: try values.decode(String.self))
        // Steps that were made before schema version 25 have it in the layout settings.
        isDaily = values.isAtEnd ? Self.isDaily(layout: layout) : try values.decode(Bool.self)
    }
}

extension ViewRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(query)
        guard let share else { return }
        try values.encode(share.hash)
        try values.encode(share.hasPage)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), name: try values.decode(String.self),
            query: try values.decode(String.self))
        // A view that isn't shared ends here.
        guard !values.isAtEnd else { return }
        share = Share(hash: try values.decode(Data.self), hasPage: try values.decode(Bool.self))
    }
}

extension MemberRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(setID)
        try values.encode(tagID)
        try values.encode(position)
        try values.encode(isSelected)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            setID: try values.decode(Int64.self), tagID: try values.decode(Int64.self),
            position: try values.decode(Int64.self), isSelected: try values.decode(Bool.self))
    }
}

extension DistinctPair {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(first)
        try values.encode(second)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(try values.decode(Int64.self), try values.decode(Int64.self))
    }
}

extension ImplicationRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(tagID)
        try values.encode(impliedTagID)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(try values.decode(Int64.self), implies: try values.decode(Int64.self))
    }
}

extension ItemRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(setID)
        try values.encode(title)
        try values.encode(savedAt)
        try values.encode(tagIDs.ids)
        let hasText = location != nil || importedFrom != nil || modifiedAt != nil || !note.isEmpty || evidence != nil
        guard pairedTagIDs != nil || sample != nil || hasText else { return }
        try values.encode(pairedTagIDs?.ids)
        guard sample != nil || hasText else { return }
        try values.encode(sample?.words)
        guard hasText else { return }
        try values.encode(location)
        try values.encode(importedFrom)
        guard modifiedAt != nil || !note.isEmpty || evidence != nil else { return }
        try values.encode(modifiedAt)
        try values.encode(note)
        guard let evidence else { return }
        try values.encode(evidence.textWords.data)
        try values.encode(evidence.fieldNames.data)
        try values.encode(evidence.textNames.data)
        try values.encode(day)
        guard !evidence.newNames.isEmpty || arrival != nil else { return }
        try values.encode(evidence.newNames.data)
        guard let arrival else { return }
        try values.encode(arrival.rawValue)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), setID: try values.decode(Int64.self),
            title: try values.decode(String.self), savedAt: try values.decode(Int64?.self),
            tagIDs: PackedTagIDs(try values.decode([UInt32].self).map { Int64($0) }),
            pairedTagIDs: values.isAtEnd
                ? nil : try values.decode([UInt32]?.self).map { PackedTagIDs($0.map { Int64($0) }) },
            sample: values.isAtEnd ? nil : try values.decodeSample(),
            location: values.isAtEnd ? nil : try values.decode(String?.self),
            importedFrom: values.isAtEnd ? nil : try values.decode(String?.self))
        // Steps that were made before schema version 16 don't have these.
        modifiedAt = values.isAtEnd ? nil : try values.decode(Int64?.self)
        note = values.isAtEnd ? "" : try values.decode(String.self)
        // Steps that were made before schema version 17 don't have it.
        evidence = values.isAtEnd ? nil : try values.decodeEvidence()
        // Steps that were made before schema version 25 don't have it.
        day = values.isAtEnd ? nil : try values.decode(Int64?.self)
        // Items without such names, and steps that were made before schema version 27, don't have them.
        if !values.isAtEnd { evidence?.newNames = try values.decodeNewNames() }
        // Most items, and steps that were made before schema version 40, don't have it.
        if !values.isAtEnd { arrival = ItemArrival(rawValue: try values.decode(Int64.self)) }
    }
}
