/// The format of a file that is imported.
public enum ImportFormat: String, CaseIterable, Hashable, Sendable {
    /// A JSON object a line.
    case ndjson
    /// One JSON object, or a list of them.
    case json
    /// A header `label,tags` or `tag`, then a row each; tags are separated by `|`.
    case csv
    /// A tag a line.
    case text

    /// The format that a file's ending tells; `nil` where it tells none.
    public init?(fileName: String) {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "json": self = .json
        case "csv": self = .csv
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
