internal import Foundation

/// One thing that an import brings.
enum ImportRecord: Hashable {
    case tag(ImportedTag)
    case set(ImportedSet)
    case savedSelection(ImportedSelection)
}

/// A tag as a line of an import tells it.
struct ImportedTag: Hashable {
    var name: String
    var aliases: [String] = []
    /// The sets that it becomes a member of; `nil` is the set that the import goes to.
    var sets: [String]? = []
    /// How often it was used elsewhere.
    var uses: Int64?
    /// Its frecency, as an export of ours keeps it.
    var frecency: Double?
    /// Whether it is selected in its sets.
    var isSelected = false
}

/// A set as a line of an import tells it.
struct ImportedSet: Hashable {
    var name: String
    var tags: [String] = []
    var selected: [String] = []
    /// Tags of its saved selections that are not its members any more.
    var former: [String] = []
    /// Its layout settings.
    var layout: LayoutSettings?
    /// Whether it is the chosen one.
    var isChosen = false
}

/// A saved selection as a line of an import tells it.
struct ImportedSelection: Hashable {
    var label: String
    var tags: [String]
    /// Milliseconds since 1970.
    var savedAt: Int64?
    /// The set that it belongs to; `nil` is the set that the import goes to.
    var set: String?
}

/// Why a line of an import is not what it should be, in words that end a sentence.
struct ImportProblem: Error, Hashable {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}

/// The format of a file that is imported.
public enum ImportFormat: String, CaseIterable, Hashable, Sendable {
    /// A JSON object a line.
    case ndjson
    /// One JSON object, or a list of them.
    case json
    /// A header that names columns (`label,tags`, `tag`, `title,tags,created`, …), then a row each.
    case csv
    /// A heading with a set's name, and a task list of its tags.
    case markdown
    /// A tag a line.
    case text

    /// The format that a file's ending tells; `nil` where it tells none.
    public init?(fileName: String) {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "json": self = .json
        case "csv": self = .csv
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .text
        default: return nil
        }
    }

    /// The format that a file's first character tells: an object begins NDJSON, a list JSON, anything else is text.
    public init(sniffing bytes: [UInt8]) {
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "{"): self = .ndjson
        case UInt8(ascii: "["): self = .json
        default: self = .text
        }
    }
}
