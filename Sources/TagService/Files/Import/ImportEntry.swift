public import Foundation
internal import TagCore

/// An entry of a file in another program's format, as found by a reader of that format.
public struct ImportEntry: Hashable, Sendable {
    /// The content of an entry.
    public enum Content: Hashable, Sendable {
        /// An item. Tags that are `nil` keep those of a stored item at the location; otherwise the item is untagged.
        case item(location: String, title: String = "", tags: [String]?, note: String? = nil, time: Date? = nil)
        /// An entry that contains nothing to import, such as a bookmark without an address.
        case ignored
        /// A tag of a vocabulary with the number of its uses there; aliases that belong to another tag are skipped.
        case tag(String, uses: Int = 0, aliases: [String] = [])
        /// An invalid entry, with the problem as a clause such as `it has no address`.
        case invalid(String)
    }

    /// The place of the entry in its file.
    public var place: ImportPlace
    /// The content of the entry.
    public var content: Content

    /// Creates an entry.
    public init(_ place: ImportPlace, _ content: Content) {
        self.place = place
        self.content = content
    }
}

extension ImportEntry {
    /// The entry in the form that the importer expects.
    var read: ImportReader.Entry {
        let bounded = StreamSafeText.received
        return switch content {
        case .item(let location, let title, let tags, let note, let time):
            (
                place,
                .success(
                    .item(
                        ImportedItem(
                            title: bounded(title), tags: tags?.map(bounded), savedAt: time.flatMap(Self.milliseconds),
                            location: bounded(location), note: note.map(bounded))))
            )
        case .ignored: (place, .success(.ignored))
        case .tag(let name, let uses, let aliases):
            (
                place,
                .success(
                    .tag(
                        ImportedTag(
                            name: bounded(name), aliases: aliases.map(bounded),
                            uses: min(Int64(max(0, uses)), JSONRecord.maximumUses), dropsBadAliases: true)))
            )
        case .invalid(let problem): (place, .failure(ImportRecordError(problem)))
        }
    }

    /// Returns a time in milliseconds since 1970, or `nil` if it isn't between the years 1 and 9999.
    private static func milliseconds(of time: Date) -> Int64? {
        let milliseconds = (time.timeIntervalSince1970 * 1_000).rounded()
        return Timestamp.range.contains(Int64(clamping: milliseconds)) ? Int64(exactly: milliseconds) : nil
    }
}
