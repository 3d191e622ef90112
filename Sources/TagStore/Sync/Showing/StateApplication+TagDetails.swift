internal import Sync
internal import TagCore

/// What belongs to tags: descriptions, colors, groups, implications, and pairs that aren't duplicates.
extension StateApplication {
    /// Writes descriptions and colors.
    mutating func showDetails(_ shown: [ShownTag]) throws {
        let stored = try writer.reader.details(ofTags: StoredRange.feature)
        var old = Dictionary(stored.map { ($0.tagID, $0) }) { first, _ in first }
        for tag in shown {
            guard let row = tags.rows[tag.id] else { continue }
            var detail = TagDetail(tagID: row, description: tag.description ?? "", color: tag.color)
            if detail.description.utf8.count > TagDetail.descriptionLimit {
                limited.note(.description)
                detail.description = detail.description.prefix(bytes: TagDetail.descriptionLimit)
            }
            if let color = detail.color, !TagDetail.colors.contains(color) {
                limited.note(.color)
                detail.color = nil
            }
            let before = old.removeValue(forKey: row)
            if detail.isEmpty {
                if before != nil { try writer.apply(.deleteTagDetail(row)) }
            } else if !detail.isExactly(before) {
                try writer.apply(.putTagDetail(detail))
            }
        }
    }

    /// Writes one-of groups; a new tag of a group follows the others.
    mutating func showGroups(_ shown: [ShownTag]) throws {
        let stored = try writer.reader.groupMembers(ofTags: StoredRange.feature)
        let old = Dictionary(stored.map { ($0.tagID, $0) }) { first, _ in first }
        var last: [String: Int64] = [:]
        for member in stored { last[member.key.text] = max(last[member.key.text] ?? 0, member.position) }
        for tag in shown.sorted(by: { $0.id < $1.id }) {
            guard let row = tags.rows[tag.id] else { continue }
            guard let name = tag.group, !name.isEmpty else {
                if old[row] != nil { try writer.apply(.deleteGroupMember(row)) }
                continue
            }
            var member = GroupMember(tagID: row, group: name, position: 0)
            let key = member.key.text
            guard !key.isEmpty else {
                limited.note(.group)
                continue
            }
            if let before = old[row], before.key.text == key {
                member.position = before.position
            } else {
                member.position = min((last[key] ?? 0) + 1, StoredRange.position.upperBound)
                last[key] = member.position
            }
            if !member.isExactly(old[row]) { try writer.apply(.putGroupMember(member)) }
        }
    }

    /// Writes implications and pairs that aren't duplicates; those of unknown tags stay.
    func showPairs(_ shown: [ShownTag]) throws {
        var implications: Set<ImplicationRow> = []
        var distinct: Set<DistinctPair> = []
        for tag in shown {
            guard let row = tags.rows[tag.id] else { continue }
            for other in rows(ofTags: tag.implications) { implications.insert(ImplicationRow(row, implies: other)) }
            for other in rows(ofTags: tag.distinguished) { distinct.insert(DistinctPair(row, other)) }
        }
        let known = knownTags
        for row in try writer.reader.implications() where implications.remove(row) == nil {
            if known.contains(row.tagID), known.contains(row.impliedTagID) { try writer.apply(.deleteImplication(row)) }
        }
        for pair in try writer.reader.distinctPairs() where distinct.remove(pair) == nil {
            if known.contains(pair.first), known.contains(pair.second) { try writer.apply(.deleteDistinctPair(pair)) }
        }
        for row in implications.sorted(by: { ($0.tagID, $0.impliedTagID) < ($1.tagID, $1.impliedTagID) }) {
            try writer.apply(.putImplication(row))
        }
        for pair in distinct.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
            try writer.apply(.putDistinctPair(pair))
        }
    }
}
