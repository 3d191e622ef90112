/// The format of a file that is imported.
public enum ImportFormat: String, CaseIterable, Hashable, Sendable {
    /// One JSON object per line.
    case ndjson
    /// One JSON object, or a list of them.
    case json
    /// A header that names columns (`title,tags`, `tag`, `title,tags,created`, …), followed by rows.
    case csv
    /// A heading with the name of a set, followed by a task list of its tags.
    case markdown
    /// One tag per line.
    case text

    /// Infers the format from a file name extension; `nil` if unknown.
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
}
