internal import Foundation
internal import TagCore
internal import TagStore

/// The entries of an import with rules, read and compared with the queries of the rules before its transaction.
///
/// Other processes can't write while a transaction runs, and comparing many items with many rules takes longer than
/// writing them. So the entries wait in a temporary file, each with its ``RuleFacts``, which don't depend on the
/// database. The transaction looks up the tags and sets of the few rules that may still match. It reads the rules
/// again, and compares those that were added in the meantime with the items, so the result is that of a comparison
/// within the transaction.
///
/// ```swift
/// let prepared = try service.files.prepareImport(options) { try file.next() }
/// let report = try service.files.importData(prepared)
/// ```
package struct PreparedImport: Sendable {
    let options: ImportOptions
    let plan: RulePlan
    let unusedColumns: [String]
    private let entries: TemporaryFile

    /// An entry as the file stores it.
    private struct Entry: Codable {
        var place: ImportPlace
        var record: ImportRecord?
        /// The problem of an entry without a record.
        var problem: String?
        var facts: RuleFacts?
    }

    /// The number of bytes in memory that are written to the file together.
    private static let partSize = 256 << 10
    /// The maximum number of different queries; more rules than are possible are an error of the transaction.
    private static let queryLimit = 2 * TagService.Rules.ruleLimit

    /// Reads all entries and compares their items with the rules.
    ///
    /// - Parameters:
    ///   - options: the options of the import.
    ///   - queries: the queries of the stored automatic rules.
    ///   - now: the current time in milliseconds since 1970.
    ///   - read: passes each entry to a function, and returns the columns that aren't imported.
    /// - Throws: ``TemporaryFile/NoRoom``, and the errors of `read`.
    /// - Complexity: linear in the number of entries times the number of terms of the rules.
    init(
        _ options: ImportOptions, queries: [String], now: Int64,
        _ read: (_ add: (ImportReader.Entry) throws -> Void) throws -> [String]
    ) throws {
        let (file, encoder) = (try TemporaryFile(), JSONEncoder())
        var plan = RulePlan(now: now)
        for query in queries { _ = plan.number(of: query) }
        var part: [UInt8] = []
        unusedColumns = try read { entry in
            part += try encoder.encode(Self.entry(entry, &plan)) + [0x0A]
            guard part.count >= Self.partSize else { return }
            try file.append(part)
            part.removeAll(keepingCapacity: true)
        }
        try file.append(part)
        self.options = options
        self.plan = plan
        entries = file
    }

    private static func entry(_ entry: ImportReader.Entry, _ plan: inout RulePlan) -> Entry {
        switch entry.record {
        case .failure(let problem): return Entry(place: entry.place, problem: problem.text)
        case .success(let record):
            if case .rule(let query, _, true) = record, plan.queryCount < queryLimit {
                // Later items of the file get its tag.
                do { _ = plan.number(of: try TagService.Rules.checkedQuery(query)) } catch {
                    return Entry(place: entry.place, problem: error.description)
                }
            }
            return Entry(place: entry.place, record: record, facts: facts(of: record, &plan))
        }
    }

    private static func facts(of record: ImportRecord, _ plan: inout RulePlan) -> RuleFacts? {
        guard case .item(let item) = record, var subject = RuleSubject(item, now: plan.now) else { return nil }
        return plan.facts(of: &subject)
    }

    /// Calls a function with each entry in order, and the facts about its item.
    func forEachEntry(_ body: (ImportReader.Entry, RuleFacts?) throws -> Void) throws {
        let (reading, decoder) = (entries.reading(), JSONDecoder())
        var lines = LineBuffer(limit: .max)
        while case .text(let line)? = try lines.next({ try reading.next() ?? [] }) {
            let entry = try decoder.decode(Entry.self, from: Data(line))
            let record = entry.record.map(Result.success) ?? .failure(ImportRecordError(entry.problem ?? ""))
            try body((entry.place, record), entry.facts)
        }
    }
}

extension RuleSubject {
    /// Creates the subject of an imported item, without its tags and set; `nil` if its location is invalid.
    fileprivate init?(_ item: ImportedItem, now: Int64) {
        // The transaction reports an invalid location.
        guard item.location.map(CheckedName.isLocation) ?? true else { return nil }
        self.init(
            title: item.title.map(ItemText.title) ?? "", location: item.location,
            note: item.note.map(ItemText.note) ?? "", set: nil, savedAt: item.savedAt ?? now)
    }
}
