public import Foundation

/// What a reader of another program's format finds at a place of its file.
public struct ImportEntry: Hashable, Sendable {
    /// What stands there.
    public enum Content: Hashable, Sendable {
        /// A thing with its tags; one without tags is left out and counted, and of a title what cannot be printed.
        case thing(location: String, title: String = "", tags: [String], time: Date? = nil)
        /// A tag of a vocabulary, with the number of its uses there; an alias that is another tag's is left out.
        case tag(String, uses: Int = 0, aliases: [String] = [])
        /// Nothing that can be imported: what is wrong with it, in words that complete a sentence such as `it has no address`.
        case fault(String)
    }

    /// Where it stands.
    public var place: ImportPlace
    /// What stands there.
    public var content: Content

    /// An entry at a place.
    public init(_ place: ImportPlace, _ content: Content) {
        self.place = place
        self.content = content
    }
}

extension ImportEntry {
    /// The entry as the importer takes it.
    var read: ImportReader.Entry {
        switch content {
        case .thing(_, _, let tags, _) where tags.isEmpty: (place, .success(.untagged))
        case .thing(let location, let title, let tags, let time):
            (place, .success(.item(selection(location, title, tags, time))))
        case .tag(let name, let uses, let aliases):
            (
                place,
                .success(
                    .tag(
                        ImportedTag(
                            name: name,
                            aliases: aliases,
                            uses: min(Int64(max(0, uses)), JSONRecord.maximumUses),
                            dropsBadAliases: true
                        )
                    )
                )
            )
        case .fault(let problem): (place, .failure(ImportRecordError(problem)))
        }
    }

    private func selection(
        _ location: String,
        _ title: String,
        _ tags: [String],
        _ time: Date?
    ) -> ImportedItem {
        ImportedItem(
            title: CheckedName.readableTitle(title),
            tags: tags,
            savedAt: time.flatMap(Self.milliseconds),
            location: location
        )
    }

    /// A time in milliseconds since 1970; `nil` for one that is not between the years 1 and 9999.
    private static func milliseconds(of time: Date) -> Int64? {
        let milliseconds = (time.timeIntervalSince1970 * 1_000).rounded()
        return Timestamp.range.contains(Int64(clamping: milliseconds))
            ? Int64(exactly: milliseconds) : nil
    }
}
