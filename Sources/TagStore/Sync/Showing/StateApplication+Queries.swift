internal import Sync
internal import TagCore

extension StateApplication {
    /// Writes the views; a view keeps the secret address that this device gave it.
    mutating func showViews() throws {
        let stored = try writer.reader.views()
        let shown = state.views.values.filter { !TagKey($0.name).text.isEmpty }
        limited.note(.view, state.views.count - shown.count)
        let byKey = Dictionary(stored.map { ($0.key.text, $0.id) }) { first, _ in first }
        var last = try writer.reader.lastID(of: .view)
        let views = RowAssignment(
            shown.map { RowAssignment.Shown(id: $0.id, ids: $0.ids, named: $0.ids) }, shownIDs: state.shownIDs,
            kind: .view, local: Set(stored.map(\.id)), map: &map, lastID: &last
        ) { id in state.views[id].flatMap { byKey[TagKey($0.name).text] } }
        let old = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        var wanted: [ViewRow] = []
        for view in shown {
            guard let row = views.rows[view.id] else { continue }
            let new = ViewRow(id: row, name: view.name, query: view.query ?? "", share: old[row]?.share)
            if !new.isExactly(old[row]) { wanted.append(new) }
        }
        for row in views.removed { try writer.apply(.deleteView(row)) }
        // Names may be exchanged, so the rows with other names are deleted first.
        for row in wanted where old[row.id].map({ $0.key.text != row.key.text }) ?? false {
            try writer.apply(.deleteView(row.id))
        }
        for row in wanted.sorted(by: { $0.id < $1.id }) { try writer.apply(.putView(row)) }
    }

    /// Writes the rules, which are known by their queries and tags.
    mutating func showRules() throws {
        let stored = try writer.reader.rules()
        var wanted: [ThingID: RuleRow] = [:]
        var byKey: [RuleKey: Int64] = [:]
        for rule in stored { byKey[RuleKey(rule)] = rule.id }
        for rule in state.rules.values {
            let target = rule.target.flatMap { tags.rows[$0] }
            let row = RuleRow(id: 0, query: rule.query ?? "", tagID: target ?? 0, isAutomatic: rule.isAutomatic)
            // A rule whose tag isn't shown waits.
            guard target != nil, !row.query.isEmpty, row.query.utf8.count <= RuleRow.queryLimit else {
                if target != nil { limited.note(.rule) }
                continue
            }
            wanted[rule.id] = row
        }
        try put(wanted, over: stored, byKey)
    }

    private mutating func put(_ wanted: [ThingID: RuleRow], over stored: [RuleRow], _ byKey: [RuleKey: Int64]) throws {
        var last = try writer.reader.lastID(of: .rule)
        let shown = wanted.keys.compactMap { state.rules[$0] }
            .map { RowAssignment.Shown(id: $0.id, ids: $0.ids, named: $0.ids) }
        let rules = RowAssignment(
            shown, shownIDs: state.shownIDs, kind: .rule, local: Set(stored.map(\.id)), map: &map, lastID: &last
        ) { id in wanted[id].flatMap { byKey[RuleKey($0)] } }
        let old = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        for row in rules.removed { try writer.apply(.deleteRule(row)) }
        var changed: [RuleRow] = []
        var keys: Set<RuleKey> = []
        for (id, rule) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let row = rules.rows[id], keys.insert(RuleKey(rule)).inserted else { continue }
            var new = rule
            new.id = row
            guard !new.isExactly(old[row]) else { continue }
            if old[row] != nil { try writer.apply(.deleteRule(row)) }
            changed.append(new)
        }
        for row in changed { try writer.apply(.putRule(row)) }
    }

    /// The query and the tag of a rule, which are unique.
    private struct RuleKey: Hashable {
        let query: String
        let tag: Int64

        init(_ rule: RuleRow) {
            query = rule.query
            tag = rule.tagID
        }
    }
}
