public import TagService

/// The options of a picker.
public struct PickerOptions: Hashable, Sendable {
    /// The maximum height of an inline picker.
    public enum Height: Hashable, Sendable {
        /// A number of rows.
        case rows(Int)
        /// A percentage of the terminal's rows.
        case percent(Int)
    }

    /// The initial query.
    public var query = ""
    /// The maximum number of tags to choose; nil means no limit.
    public var limit: Int?
    /// The minimum number of tags to choose.
    public var required = 0
    /// Whether only existing tags can be chosen.
    public var isStrict = true
    /// The maximum height of an inline picker.
    public var height = Height.percent(50)
    /// Whether the picker covers the whole screen.
    public var usesFullScreen = false
    /// The prompt, which may have color sequences.
    public var prompt: String?
    /// The lines above the board, which may have color sequences.
    public var header: [String] = []
    /// Whether a tag must contain each typed word, rather than its letters in order.
    public var isExact = false
    /// Whether to show tags in the colors of the lines that they were read from.
    public var readsColors = false
    /// Whether the picker handles clicks and the mouse wheel instead of leaving them to the terminal.
    public var usesMouse = true
    /// The keys other than Enter that complete the picker.
    public var expected: [PickerKey] = []
    /// Whether Enter accepts an empty choice if the user has deselected all tags or typed nothing.
    public var acceptsNothing = false
    /// The names of the tags that are chosen initially.
    public var preselected: [String] = []

    /// Creates the default options.
    public init() {}
}

/// The result of a picker.
public enum PickerOutcome: Hashable, Sendable {
    /// The chosen tags in order of choice, and the expected key that completed the picker; the key
    /// is nil for Enter.
    case accepted([PickableTag], key: PickerKey?)
    /// The user left the picker with Esc.
    case left
    /// The user interrupted the picker with Ctrl-C.
    case interrupted

    /// The names of the chosen tags; nil if the user left or interrupted the picker.
    public var names: [String]? {
        if case .accepted(let tags, _) = self { tags.map(\.name) } else { nil }
    }
}
