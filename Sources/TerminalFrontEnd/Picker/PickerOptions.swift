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
    /// Whether Tab goes to the next tag after it has toggled one, as in fzf.
    public var goesOn = false
    /// The minimum number of tags to choose.
    public var required = 0
    /// Whether only existing tags can be chosen.
    public var isStrict = true
    /// Whether the picker is a field for tags, which Enter and comma turn the typed text into; see `Picker+Field`.
    ///
    /// Otherwise, Enter takes the highlighted tag.
    public var takesText = false
    /// The maximum height of an inline picker.
    public var height = Height.percent(50)
    /// Whether the picker covers the whole screen.
    public var usesFullScreen = false
    /// The prompt, which may have color sequences.
    public var prompt: String?
    /// The lines above the board, which may have color sequences.
    public var header: [String] = []
    /// The matching and the order of tags.
    public var filter = PickFilter.Options()
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
    /// The actions of keys, which replace the usual actions; of equal keys, the last binding counts.
    public var bindings: [PickerBinding] = []
    /// Whether moving past an end of the board continues at the other end.
    public var cycles = false
    /// The file of the queries of earlier pickers, which Ctrl-P and Ctrl-N recall; nil for no history.
    public var historyPath: String?
    /// The preview, or nil.
    public var preview: PreviewOptions?
    /// The text between the fields of a line, for commands.
    public var delimiter = FieldDelimiter.whiteSpace
    /// Whether Enter accepts an empty choice if nothing matches.
    public var acceptsNoMatch = false

    /// Creates the default options.
    public init() {}
}

/// The result of a picker.
public enum PickerOutcome: Hashable, Sendable {
    /// The chosen tags in order of choice, the expected key that completed the picker, and the query;
    /// the key is nil for Enter.
    case accepted([PickableTag], key: PickerKey?, query: String)
    /// The user left the picker with Esc.
    case left
    /// The user interrupted the picker with Ctrl-C.
    case interrupted

    /// The names of the chosen tags; nil if the user left or interrupted the picker.
    public var names: [String]? { if case .accepted(let tags, _, _) = self { tags.map(\.name) } else { nil } }
}
