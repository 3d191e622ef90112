internal import TagService
internal import TextMeasurement

/// An error message for an assistant: why a tool call failed and how to continue.
///
/// ```
/// unknown tag 'swfit'; did you mean 'swift'? Otherwise find_tags lists the existing tags
/// ```
struct ToolError: Error {
    let text: String

    /// Creates an error.
    ///
    /// Escapes unprintable characters, and truncates a long text.
    init(_ text: String) { self.text = TerminalText.printable(String(text.unicodeScalars.prefix(Self.maxLength))) }

    /// The maximum length in Unicode scalars, several times that of a typical message.
    private static let maxLength = 2_000

    /// Returns the error for calling a tool that makes changes on a read-only server.
    static func readOnly(_ tool: String) -> ToolError {
        ToolError(
            "\(tool) isn't available: this server is read-only; ask the person to start it with 'tagflow mcp --write'")
    }

    /// Creates the error for any error that a tool throws.
    init(_ error: any Error) {
        let text: String
        switch error {
        case let error as ToolError: text = error.text
        case TagServiceError.unknownTag(let name, let nearest, _):
            text = Self.unknown("tag", name, nearest, "find_tags lists the existing tags")
        case TagServiceError.unknownSet(let name, let nearest):
            text = Self.unknown("set", name, nearest, "omit 'set' to use the default")
        case TagServiceError.mergeIntoItself(let name):
            text = "'from' and 'into' are the same tag, \(name.quoted); there is nothing to merge"
        case TagServiceError.nothingToUndo: text = "nothing to undo"
        case let error as TagServiceError: text = error.description
        case let error as StoreError: text = error.description
        default: text = "internal error: \(error); please report this bug in tagflow"
        }
        self.init(text)
    }

    private static func unknown(_ noun: String, _ name: String, _ nearest: [String], _ advice: String) -> String {
        let names = nearest.map(\.quoted).joined(separator: " or ")
        let hint = names.isEmpty ? "" : "did you mean \(names)? Otherwise "
        return "unknown \(noun) \(name.quoted); \(hint)\(advice)"
    }
}
