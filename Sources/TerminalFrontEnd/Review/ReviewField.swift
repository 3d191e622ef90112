internal import FlowEngine
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The field for a tag of a reviewed item: the typed text, and numbered tags that match it.
///
/// The first choice is the one that Enter takes: the tag that the text names, otherwise the best tag that begins with the
/// text, otherwise a new tag. The text may begin with a number sign, which isn't part of the tag.
struct ReviewField: Sendable {
    /// A tag to take.
    struct Choice: Hashable, Sendable {
        let name: String
        let isNew: Bool
    }

    private(set) var editor = LineEditor(allowsNewlines: false)
    /// The matching tags, at most nine; a new tag is last, or first if no tag begins with the text.
    private(set) var choices: [Choice] = []
    /// The index of the choice that Enter takes.
    private(set) var highlight = 0
    /// The text that the last key turned into a tag; Backspace brings it back.
    var taken: TakenText?
    /// The known tag that Tab takes instead of the new tag that was just added.
    var offer: TagOffer?
    /// The colors of tags that have one, by name.
    let colors: [String: TagColor]
    /// How chips flow onto lines.
    let flowLayout: FlowLayout
    /// The side on which lines of chips start.
    let layoutDirection: LayoutDirection
    private var tags: PickerTags

    /// The maximum number of choices, which have a digit each.
    private static let limit = 9
    /// The maximum length of a text that is looked for, in characters; no name of a tag is longer.
    private static let longestText = 1_000

    /// Creates an empty field for the given tags.
    init(_ tags: [PickableTag], widths: TerminalWidths) {
        let pickable = PickableTags(tags)
        (flowLayout, layoutDirection) = (pickable.layout, pickable.layoutDirection)
        self.tags = PickerTags(pickable, widths: widths, isField: true)
        let colored = tags.compactMap { tag in tag.color.map { (tag.name, $0) } }
        colors = Dictionary(colored) { first, _ in first }
    }

    /// Whether nothing is typed, so that letters are keys.
    var isEmpty: Bool { editor.isEmpty }
    /// Whether no tag is typed; the field may have a number sign.
    var hasNoTag: Bool { text.isEmpty }
    /// The typed tag, without the number sign.
    var text: String {
        let text = editor.text
        return (text.hasPrefix("#") ? String(text.dropFirst()) : text).trimmed
    }
    /// The choice that Enter takes; nil if no tag is typed.
    var highlighted: Choice? { choices.indices.contains(highlight) ? choices[highlight] : nil }
    /// The choice for the text as it is typed; nil if no tag is typed.
    var typed: Choice? {
        let text = text
        guard !text.isEmpty else { return nil }
        guard text.count <= Self.longestText, let tag = tags.tag(equalTo: text) else {
            return Choice(name: text, isNew: true)
        }
        return Choice(name: tags.name(of: tag), isNew: false)
    }

    /// Returns the choice with a digit, or nil.
    func choice(digit: Int) -> Choice? { choices.indices.contains(digit - 1) ? choices[digit - 1] : nil }

    /// Moves the highlight by a number of choices; after the last comes the first.
    mutating func moveHighlight(by distance: Int) {
        guard !choices.isEmpty else { return }
        highlight = (highlight + choices.count + distance) % choices.count
    }

    /// Handles an event in the editor.
    mutating func edit(_ event: TerminalEvent) -> LineEditorAction {
        let action = editor.update(event)
        if action == .changed { find() }
        return action
    }

    /// Replaces the typed text.
    mutating func setText(_ text: String) {
        editor.setText(text)
        find()
    }

    /// Empties the field, and forgets what Backspace and Tab would bring.
    mutating func clear() {
        (taken, offer) = (nil, nil)
        if !isEmpty { setText("") }
    }

    /// Offers a tag from now on that was saved, unless it's offered already.
    mutating func learn(_ name: String) { if tags.tag(equalTo: name) == nil { tags.append(name) } }

    private mutating func find() {
        let text = text
        (choices, highlight) = ([], 0)
        guard !text.isEmpty, text.count <= Self.longestText else {
            if !text.isEmpty { choices = [Choice(name: text, isNew: true)] }
            return
        }
        tags.find(text)
        let known = tags.tag(equalTo: text)
        let matches = [known].compactMap(\.self) + tags.matches.prefix(Self.limit).filter { $0 != known }
        choices = matches.map { Choice(name: tags.name(of: $0), isNew: false) }
        if known == nil {
            let new = Choice(name: text, isNew: true)
            choices = tags.beginnings > 0 ? choices.prefix(Self.limit - 1) + [new] : [new] + choices
        }
        choices = Array(choices.prefix(Self.limit))
        guard known == nil, editor.cursor == editor.count else { return }
        editor.hint = tags.completion(of: text) ?? ""
    }
}
