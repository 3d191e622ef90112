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

    /// Writes one-of groups; tags of a group that no thing is stay at its end.
    mutating func showGroups() throws {
        let stored = try writer.reader.groupMembersInOrder()
        let old = Dictionary(stored.map { ($0.tagID, $0) }) { first, _ in first }
        let known = knownTags
        let unknown = Dictionary(grouping: stored.filter { !known.contains($0.tagID) }, by: \.key.text)
        var left = Set(stored.map(\.tagID)).intersection(known)
        for (key, ids) in state.groups.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
            let shown = ids.compactMap { id in
                tags.rows[id]
                    .flatMap { row in state.tags[id]?.group.map { GroupMember(tagID: row, group: $0, position: 0) } }
            }
            let members = Self.placed(shown + (unknown[key] ?? []), over: old)
            left.subtract(members.map(\.tagID))
            for member in members where !member.isExactly(old[member.tagID]) {
                try writer.apply(.putGroupMember(member))
            }
        }
        for row in left.sorted() { try writer.apply(.deleteGroupMember(row)) }
    }

    /// Returns the tags of a group with the positions that they have; with new ones, if these aren't in ascending order.
    private static func placed(_ members: [GroupMember], over old: [Int64: GroupMember]) -> [GroupMember] {
        let positions = members.compactMap { member in
            old[member.tagID].flatMap { $0.key.text == member.key.text ? $0.position : nil }
        }
        let isKept = positions.count == members.count && zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        return members.enumerated()
            .map { index, member in
                var member = member
                member.position = isKept ? positions[index] : Int64(index + 1)
                return member
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
