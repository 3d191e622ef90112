internal import TagService
internal import TextMeasurement

/// Why a tool did nothing, and what to do about it, in words for an assistant.
struct ToolError: Error {
    let text: String

    /// A failure in words, of which names from outside may be part.
    init(_ text: String) {
        self.text = TerminalText.printable(String(text.prefix(Self.longest)))
    }

    /// The most characters, several times those of a usual one.
    private static let longest = 2_000

    /// A tool that changes something was called where nothing may be changed.
    static func readOnly(_ tool: String) -> ToolError {
        ToolError(
            "\(tool) changes tags, and this server only reads; nothing was changed. Ask the person to start it with --write ('tagflow mcp --write')"
        )
    }

    /// The words for any error.
    init(_ error: any Error) {
        let text: String
        switch error {
        case let failure as ToolError: text = failure.text
        case TagServiceError.unknownTag(let name, let nearest, _):
            text = Self.unknown("tag", name, nearest, "find_tags finds what there is")
        case TagServiceError.unknownSet(let name, let nearest):
            text = Self.unknown("set", name, nearest, "leave 'set' out for the usual one")
        case TagServiceError.mergeIntoItself(let name):
            text = "'\(name)' is one tag by both names; nothing is to be merged"
        case TagServiceError.nothingToUndo: text = "there is nothing to undo"
        case let error as TagServiceError: text = error.description
        case let error as StoreError: text = error.description
        default: text = "\(error); this is a defect of tagflow, please report it"
        }
        self.init(text)
    }

    private static func unknown(
        _ what: String,
        _ name: String,
        _ nearest: [String],
        _ advice: String
    ) -> String {
        let offers = nearest.map { "'\($0)'" }.joined(separator: " or ")
        let offer = offers.isEmpty ? "" : "did you mean \(offers)? else "
        return "there is no \(what) '\(name.prefix(200))'; \(offer)\(advice)"
    }
}
