internal import Foundation
internal import JSON
internal import TagCore
internal import TextMeasurement

/// A JSON object of the import format, before its kind is determined.
struct JSONRecord: Codable {
    var title: String?
    var at: String?
    var tags: [String]?
    var tag: String?
    var aliases: [String]?
    var sets: [String]?
    var uses: UseCount?
    var frecency: Double?
    var distinct: [String]?
    var implies: [String]?
    /// The description of a tag.
    var description: String?
    /// The color of a tag.
    var color: String?
    var set: String?
    var location: String?
    var note: String?
    var text: String?
    var dismissed: [String]?
    /// Whether an item was saved or skipped in a review.
    var reviewed: Bool?
    /// The attributes of a bookmark that aren't fields, such as its icon.
    var attributes: [String: String]?
    /// The folders of a bookmark.
    var folders: [String]?
    var view: String?
    /// The tag of a rule.
    var rule: String?
    /// The name of a group of tags.
    var oneOf: String?
    /// Whether a rule is automatic.
    var auto: Bool?
    /// The query of a view or a rule.
    var q: String?
    var selected: [String]?
    var former: [String]?
    var layout: LayoutSettings?
    var chosen: Bool?
    /// Whether a set has one item per local day.
    var daily: Bool?
    /// The local day of an item of a daily set, such as `2026-01-31`.
    var day: String?
    /// The last check of an item's location.
    var checked: LinkDocument?
    /// The chips of an exported board.
    var chips: [Chip]?

    /// A chip of an exported board, without its appearance.
    struct Chip: Codable {
        var tag: String
        var selected: Bool?
    }

    /// The names of the fields.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case title, at, tags, tag, aliases, sets, uses, frecency, distinct, implies, description, color, set, location,
            note, text
        case dismissed, reviewed, attributes, folders, view, rule, oneOf, auto, q, selected, former, layout, chosen,
            chips, daily, day, checked
    }

    /// The maximum number of a tag's uses elsewhere, small enough that sums don't overflow.
    static let maximumUses: Int64 = 1_000_000_000_000
    /// The maximum distance of a frecency from 1970 in seconds, well beyond the year 9999.
    static let maximumFrecency: Double = 1e12

    /// Returns the record, whose kind depends on the fields.
    ///
    /// An object with `title`, `location`, `note`, `text` or `at` is an item; otherwise one with `tag` is a tag, with `rule` a rule, with
    /// `view` a view, with `oneOf` a group of tags, with `set` a set.
    func record() throws(ImportRecordError) -> ImportRecord {
        if [title, location, note, text, at].contains(where: { $0 != nil }) { return .item(try importedItem()) }
        if let tag { return .tag(try importedTag(tag)) }
        if let rule, let q { return .rule(query: q, tag: rule, isAutomatic: auto ?? false) }
        if let view, let q { return .view(name: view, query: q) }
        if let oneOf { return .group(name: oneOf, tags: tags ?? []) }
        guard let set else {
            throw ImportRecordError(
                "it needs one of 'title', 'location', 'note', 'text', 'at' (an item), 'tag' or 'set'")
        }
        if let chips {
            return .set(
                ImportedSet(
                    name: set, tags: chips.map(\.tag), selected: chips.filter { $0.selected == true }.map(\.tag),
                    isDaily: daily))
        }
        return .set(
            ImportedSet(
                name: set, tags: tags ?? [], selected: selected ?? [], former: former ?? [], layout: layout,
                isChosen: chosen ?? false, isDaily: daily ?? layout?.daily))
    }

    /// Bounds the runs of combining marks in the texts of the record.
    mutating func bound() {
        let fields = [
            \JSONRecord.title, \.at, \.tag, \.set, \.location, \.note, \.text, \.view, \.rule, \.q, \.day,
            \.description, \.color, \.oneOf,
        ]
        for field in fields { self[keyPath: field] = self[keyPath: field].map(StreamSafeText.received) }
        let lists = [
            \JSONRecord.tags, \.aliases, \.sets, \.distinct, \.implies, \.dismissed, \.folders, \.selected, \.former,
        ]
        for list in lists { self[keyPath: list] = self[keyPath: list]?.map(StreamSafeText.received) }
        attributes = attributes?.mapValues(StreamSafeText.received)
        if let location = checked?.location { checked?.location = StreamSafeText.received(location) }
        chips = chips?.map { Chip(tag: StreamSafeText.received($0.tag), selected: $0.selected) }
    }

    private func importedItem() throws(ImportRecordError) -> ImportedItem {
        let isEmpty = [title, location, note, text].allSatisfy { $0?.isEmpty ?? true }
        guard !isEmpty || at != nil || tags?.isEmpty == false else {
            throw ImportRecordError("an item needs a title, location, note, text, time or tags")
        }
        return ImportedItem(
            title: title, tags: tags, savedAt: try savedAt(), set: set, location: location, note: note, text: text,
            dismissed: dismissed ?? [], isReviewed: reviewed ?? false, attributes: attributes ?? [:],
            folders: folders ?? [], day: try localDay(), checked: try validCheck())
    }

    private func validCheck() throws(ImportRecordError) -> LinkDocument? {
        guard let checked else { return nil }
        guard checked.check(ofItem: 0, now: .max) != nil else {
            throw ImportRecordError(
                "'checked' isn't a check such as {\"status\": 404, \"at\": \"2026-01-02T03:04:05Z\"}")
        }
        return checked
    }

    private func localDay() throws(ImportRecordError) -> Int64? {
        guard let day else { return nil }
        guard let number = TagService.day(in: day) else {
            throw ImportRecordError("'day' isn't a day such as 2026-01-31")
        }
        return number
    }

    private func savedAt() throws(ImportRecordError) -> Int64? {
        guard let at else { return nil }
        guard let time = Timestamp.milliseconds(in: at) else {
            throw ImportRecordError("'at' isn't a time such as 2026-01-02T03:04:05Z")
        }
        return time
    }

    private func importedTag(_ name: String) throws(ImportRecordError) -> ImportedTag {
        let count = uses?.count ?? 0
        guard count >= 0 else { throw ImportRecordError("'uses' is less than 0") }
        guard count <= Self.maximumUses else { throw ImportRecordError("'uses' is more than \(Self.maximumUses)") }
        guard abs(frecency ?? 0) <= Self.maximumFrecency else {
            throw ImportRecordError("'frecency' isn't a time in seconds since 1970")
        }
        guard color.map({ TagColor(rawValue: $0) != nil }) ?? true else {
            throw ImportRecordError("'color' isn't one of \(TagColor.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return ImportedTag(
            name: name, aliases: aliases ?? [], sets: sets ?? [], uses: uses?.count, frecency: frecency,
            distinct: distinct ?? [], implies: implies ?? [], description: description, color: color)
    }
}

extension ImportFormat {
    /// Returns whether a line is a record such as an export writes: valid, and without other fields.
    ///
    /// - Complexity: linear in the length of the line.
    package static func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
        guard JSONFieldNames.areShort(in: line) else { return false }
        do {
            guard case .object(let members) = try JSONValue(line, .requests(depth: 10)),
                members.keys.allSatisfy({ JSONRecord.CodingKeys(rawValue: $0) != nil })
            else { return false }
            _ = try JSONDecoder().decode(JSONRecord.self, from: Data(line)).record()
            return true
        } catch {
            // It's something else, and no reason is needed.
            return false
        }
    }
}

/// An integer of any size, clamped to 64 bits.
struct UseCount: Codable {
    let count: Int64

    init(_ count: Int64) { self.count = count }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Decoding an Int64 that overflows throws an error that doesn't name the field.
        let number = try container.decode(Double.self)
        guard number.rounded() == number else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a fraction")
        }
        count = Int64(exactly: number) ?? (number < 0 ? .min : .max)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

/// The wording of decoding errors.
enum JSONProblem {
    /// Returns the problem that a decoding error describes.
    static func problem(of error: any Error) -> ImportRecordError {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            ImportRecordError("\(place(context)) has the wrong type")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            ImportRecordError("\(place(context)) has an invalid value")
        default: ImportRecordError("it isn't a JSON object")
        }
    }

    /// Returns the path of the field: `'tags, item 2'`.
    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in key.intValue.map { "item \($0 + 1)" } ?? key.stringValue }
        return path.isEmpty ? "the line" : path.joined(separator: ", ").quoted
    }
}
