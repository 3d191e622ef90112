public import TagService

/// How a picker behaves.
public struct PickerOptions: Hashable, Sendable {
    /// How high an inline picker may be.
    public enum Height: Hashable, Sendable {
        /// A number of rows.
        case rows(Int)
        /// A share of the terminal's rows, in percent.
        case percent(Int)
    }

    /// The initial query.
    public var query = ""
    /// The most tags that can be chosen; nil: any number.
    public var limit: Int?
    /// The least number of tags that must be chosen.
    public var required = 0
    /// Whether only tags that are there can be chosen.
    public var isStrict = true
    /// The most rows of an inline picker.
    public var height = Height.percent(50)
    /// Whether the picker takes the whole screen.
    public var usesFullScreen = false
    /// The prompt; its color sequences are read.
    public var prompt: String?
    /// The lines above the board; colors in them are read.
    public var header: [String] = []
    /// Whether a typed word must be in a tag as it is, rather than its letters in order.
    public var isExact = false
    /// Whether the colors of lines are shown.
    public var readsColors = false
    /// Whether clicks and the wheel are the picker's, and not the terminal's.
    public var usesMouse = true
    /// The keys other than Enter that complete the picker.
    public var expected: [PickerKey] = []
    /// Whether Enter accepts that nothing is chosen any more, or that nothing was chosen or typed.
    public var acceptsNothing = false
    /// The names of the tags that are chosen to begin with.
    public var preselected: [String] = []

    /// The options of a picker without options.
    public init() {}
}

/// How a picker ended.
public enum PickerOutcome: Hashable, Sendable {
    /// These tags were chosen, in this order, with the expected key that completed the picker; nil:
    /// with Enter.
    case accepted([PickableTag], key: PickerKey?)
    /// Nothing was chosen: it was left with Esc.
    case left
    /// It was interrupted with Ctrl-C.
    case interrupted

    /// The names of the selected tags; `nil` if the user canceled.
    public var names: [String]? {
        if case .accepted(let tags, _) = self { tags.map(\.name) } else { nil }
    }
}
