internal import Foundation

/// A JSON object of the import format, before it is known what it brings.
struct JSONRecord: Codable {
    var label: String?
    var at: String?
    var tags: [String]?
    var tag: String?
    var aliases: [String]?
    var sets: [String]?
    var uses: Int64?
    var frecency: Double?
    var set: String?
    var selected: [String]?
    var former: [String]?
    var layout: LayoutSettings?
    var chosen: Bool?

    /// The most uses elsewhere that a tag may have: sums of many of them stay far from what a number can hold.
    static let mostUses: Int64 = 1_000_000_000_000
    /// The greatest distance from 1970 of a frecency, in seconds: beyond the year 9999 by some thousand years.
    static let greatestFrecency: Double = 1e12

    /// What the object brings: with `label` or `at` a saved selection, else with `tag` a tag, else with `set` a set.
    func record() throws(ImportProblem) -> ImportRecord {
        if label != nil || at != nil { return .savedSelection(try selection()) }
        if let tag { return .tag(try importedTag(tag)) }
        guard let set else {
            throw ImportProblem(
                "it has none of 'label', 'at', 'tag' and 'set', so it is neither a saved selection nor a tag nor a set"
            )
        }
        return .set(
            ImportedSet(
                name: set,
                tags: tags ?? [],
                selected: selected ?? [],
                former: former ?? [],
                layout: layout,
                isChosen: chosen ?? false
            )
        )
    }

    private func selection() throws(ImportProblem) -> ImportedSelection {
        guard let tags else {
            throw ImportProblem("a saved selection needs 'tags', a list of names")
        }
        guard !tags.isEmpty else { throw ImportProblem("a saved selection needs at least one tag") }
        return ImportedSelection(label: label ?? "", tags: tags, savedAt: try savedAt(), set: set)
    }

    private func savedAt() throws(ImportProblem) -> Int64? {
        guard let at else { return nil }
        guard let time = Timestamp.milliseconds(in: at) else {
            throw ImportProblem("'at' is no time such as 2026-01-02T03:04:05Z")
        }
        return time
    }

    private func importedTag(_ name: String) throws(ImportProblem) -> ImportedTag {
        guard uses ?? 0 >= 0 else { throw ImportProblem("'uses' is less than 0") }
        guard uses ?? 0 <= Self.mostUses else {
            throw ImportProblem("'uses' is more than \(Self.mostUses)")
        }
        guard abs(frecency ?? 0) <= Self.greatestFrecency else {
            throw ImportProblem("'frecency' is no time in seconds since 1970")
        }
        return ImportedTag(
            name: name,
            aliases: aliases ?? [],
            sets: sets ?? [],
            uses: uses,
            frecency: frecency
        )
    }
}
