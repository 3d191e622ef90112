internal import Sync
internal import TagCore

extension StateApplication {
    /// Writes the sets with their settings and members.
    mutating func showSets() throws {
        let shown = state.sets.values.filter { !$0.key.isEmpty }
        limited.note(.setName, state.sets.count - shown.count)
        let local = try writer.reader.sets()
        let byKey = Dictionary(local.map { ($0.key.text, $0.id) }) { first, _ in first }
        var last = try writer.reader.lastID(of: .set)
        sets = RowAssignment(
            shown.map { RowAssignment.Shown(id: $0.id, ids: $0.ids, named: $0.ids) }, shownIDs: state.shownIDs,
            kind: .set, local: Set(local.map(\.id)), map: &map, lastID: &last
        ) { id in state.sets[id].flatMap { byKey[$0.key] } }
        try putSets(shown, local)
        for set in shown { try showMembers(of: set) }
        try showConnections(of: shown)
    }

    private func putSets(_ shown: [ShownSet], _ local: [SetRow]) throws {
        let stored = Dictionary(local.map { ($0.id, $0) }) { first, _ in first }
        var wanted: [Int64: SetRow] = [:]
        for set in shown {
            guard let row = sets.rows[set.id] else { continue }
            wanted[row] = SetRow(
                id: row, name: set.name, layout: layout(of: set, over: stored[row]?.layout), isDaily: set.isDaily)
        }
        var keys = UniqueKeys(stored.mapValues(\.key.text), reserved: Set(wanted.values.map(\.key.text)))
        func put(_ row: Int64, _ temporary: String?) throws {
            guard var set = temporary == nil ? wanted[row] : stored[row] else { return }
            if let temporary { (set.name, set.key) = (temporary, TagKey(temporary)) }
            try writer.apply(.putSet(set))
        }
        let wantedKeys = Set(wanted.values.map(\.key.text))
        for row in sets.removed where stored[row].map({ wantedKeys.contains($0.key.text) }) ?? false {
            try keys.free(row, put)
        }
        var renamed: [Int64: String] = [:]
        for (row, set) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let old = stored[row] else { continue }
            if old.key.text != set.key.text {
                renamed[row] = set.key.text
            } else if !set.isExactly(old) {
                try put(row, nil)
            }
        }
        try keys.move(renamed, put: put)
        for row in sets.new.sorted() { try put(row, nil) }
    }

    /// Returns the layout of a set; equal settings stay as they are written.
    private func layout(of set: ShownSet, over old: String?) -> String {
        let new = SyncedLayout.layout(of: set.settings)
        return old.flatMap { SyncedLayout.settings(of: $0) == SyncedLayout.settings(of: new) ? $0 : nil } ?? new
    }

    /// The distance of the positions of members.
    private static let step: Int64 = 1_024

    /// Writes the members of a set in their order; members of unknown tags stay at its end.
    private func showMembers(of set: ShownSet) throws {
        guard let row = sets.rows[set.id] else { return }
        let stored = sets.new.contains(row) ? [] : try writer.reader.members(ofSet: row)
        let known = knownTags
        let selected = try selectedMembers(of: row, stored)
        let wanted = set.members.compactMap { tags.rows[$0] } + stored.map(\.tagID).filter { !known.contains($0) }
        let members = Set(wanted)
        for member in stored where !members.contains(member.tagID) {
            try writer.apply(.deleteMember(setID: row, tagID: member.tagID))
        }
        let old = Dictionary(stored.map { ($0.tagID, $0) }) { first, _ in first }
        let positions = Self.positions(wanted.map { old[$0]?.position })
        let new = zip(wanted, positions)
            .map { tag, position in
                MemberRow(setID: row, tagID: tag, position: position, isSelected: selected.contains(tag))
            }
        // No two members may have one position meanwhile.
        for member in new where old[member.tagID].map({ $0.position != member.position }) ?? false {
            try writer.apply(.deleteMember(setID: row, tagID: member.tagID))
        }
        for member in new where old[member.tagID] != member { try writer.apply(.putMember(member)) }
    }

    /// Returns ascending positions for a list: as many as possible stay, because undo refers to them.
    private static func positions(_ old: [Int64?]) -> [Int64] {
        let kept = indexesInOrder(old)
        var (positions, last, waiting): ([Int64], Int64, Int64) = ([], 0, 0)
        for index in old.indices {
            guard kept.contains(index), let next = old[index] else {
                waiting += 1
                continue
            }
            guard next - last > waiting else { return old.indices.map { Int64($0 + 1) * step } }
            positions += (0..<waiting).map { last + (next - last) * ($0 + 1) / (waiting + 1) } + [next]
            (last, waiting) = (next, 0)
        }
        guard last < StoredRange.position.upperBound / 2 else { return old.indices.map { Int64($0 + 1) * step } }
        return positions + (0..<waiting).map { last + ($0 + 1) * step }
    }

    /// Writes the devices of the sets' connections.
    private func showConnections(of shown: [ShownSet]) throws {
        let rows = shown.flatMap { set in
            set.connections.compactMap { url, device in
                sets.rows[set.id].map { ConnectionDeviceRow(url: url, setID: $0, device: device) }
            }
        }
        try writer.show(rows, ofSets: Set(sets.rows.values).union(sets.merged.keys))
    }

    /// Returns the selected tags of a set, with those that were selected under another row that shows the same now.
    private func selectedMembers(of row: Int64, _ stored: [MemberRow]) throws -> Set<Int64> {
        let former = try sets.merged.filter { $0.value == row }.keys.sorted()
            .flatMap { try writer.reader.members(ofSet: $0) }
        return Set((stored + former).filter(\.isSelected).map { tags.merged[$0.tagID] ?? $0.tagID })
    }
}
