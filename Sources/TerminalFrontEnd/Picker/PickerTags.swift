internal import ChipRendering
internal import FlowEngine
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The tags of a picker, the selected tags, and the matches of the query.
struct PickerTags: Sendable {
    /// All tags, in their own order.
    private(set) var all: PreparedTags
    /// The selected tags, in order of selection.
    private(set) var chosen: [Int] = []
    /// The tags that match the query, best first.
    private(set) var matches: [Int] = []
    /// Whether any tag has been chosen since the picker was opened.
    private(set) var wereChosen = false
    private var isChosen: [Bool] = []
    private var typed = ""
    private let layout: FlowLayout
    private let direction: LayoutDirection
    private let widths: TerminalWidths
    /// Whether a typed word must be in a tag as it is.
    private let isExact: Bool

    init(_ tags: PickableTags, widths: TerminalWidths, isExact: Bool = false) {
        self.isExact = isExact
        layout = tags.layout
        direction = tags.layoutDirection
        self.widths = widths
        all = PreparedTags(widths: widths)
        append(PreparedTags(tags.tags, widths: widths))
    }

    /// The number of tags.
    var count: Int { all.tags.count }

    /// A tag's name, as returned.
    func name(of tag: Int) -> String { all.tags[tag].name }

    /// The text that a tag is shown with, safe for a terminal.
    func label(of tag: Int) -> String { TerminalText.printable(all.tags[tag].name) }

    /// The styles of a tag's line, one per character of its label; empty without styles.
    func styles(of tag: Int) -> [TextStyle] {
        guard let line = all.tags[tag].line, !EscapedText.isPlain(line) else { return [] }
        return ColoredLine(line).styles(of: label(of: tag))
    }

    /// The cells of a text that is shown.
    func cells(of text: String) -> Int { widths.cells(in: TerminalText.printable(text)) }

    /// Whether a tag is chosen.
    func contains(chosen tag: Int) -> Bool { isChosen[tag] }

    /// The tag with the key of a text.
    ///
    /// - Complexity: Linear in the keys.
    func tag(named text: String) -> Int? { all.filter.tag(named: text) }

    /// The tag with a name, else one with its key or with the key of one of its aliases.
    ///
    /// - Complexity: Linear in the names.
    func tag(called name: String) -> Int? {
        all.tags.firstIndex { $0.name == name } ?? tag(named: name)
            ?? all.tags.firstIndex { $0.aliases.contains(name) }
    }

    /// Appends tags.
    ///
    /// - Complexity: Linear in all tags.
    mutating func append(_ new: PreparedTags) {
        let first = count
        all.append(new)
        for (offset, tag) in new.tags.enumerated() {
            isChosen.append(tag.isSelected)
            if tag.isSelected { chosen.append(first + offset) }
            wereChosen = wereChosen || tag.isSelected
        }
        find(typed, isNew: true)
    }

    /// Appends a tag.
    mutating func append(_ name: String) {
        append(PreparedTags([PickableTag(name)], widths: widths))
    }

    /// Chooses or unchooses a tag.
    mutating func set(_ tag: Int, chosen isOn: Bool) {
        guard isChosen[tag] != isOn else { return }
        isChosen[tag] = isOn
        if isOn { chosen.append(tag) } else { chosen.removeAll { $0 == tag } }
        wereChosen = wereChosen || isOn
    }

    /// Unchooses all tags of a list.
    ///
    /// - Complexity: Linear in the list and in the chosen tags.
    mutating func deselect(_ tags: [Int]) {
        for tag in tags { isChosen[tag] = false }
        chosen.removeAll { !isChosen[$0] }
    }

    /// Finds the matches of a text.
    ///
    /// - Complexity: Linear in the keys.
    mutating func find(_ text: String) { find(text, isNew: false) }

    private mutating func find(_ text: String, isNew: Bool) {
        defer { typed = text }
        guard !text.isEmpty else {
            matches = Array(all.tags.indices)
            return
        }
        let isLonger = !isNew && !typed.isEmpty && text.hasPrefix(typed) && !matches.isEmpty
        matches = all.filter.matches(
            text,
            among: isLonger ? matches : nil,
            withTypos: !isExact,
            isExact: isExact
        )
    }

    /// Sets the affinity of tags to the selection, for ranking the next query.
    mutating func learn(_ affinities: [(tag: Int, score: Double)]) { all.learn(affinities) }

    /// The chips of the matches, after one that is new.
    ///
    /// - Parameters:
    ///   - new: The name of the tag that would be new.
    ///   - columns: The width to lay out for.
    /// - Returns: The frames of the chips.
    /// - Complexity: Linear in the matches.
    func flow(new: String?, columns: Int) -> ChipFlow {
        var cells: [Int] = []
        cells.reserveCapacity(matches.count + 1)
        if let new { cells.append(ChipStyle.pill.width(labelCells: self.cells(of: new))) }
        for tag in matches { cells.append(all.cells[tag]) }
        return ChipFlow(widths: cells, layout: layout, direction: direction, columns: columns)
    }
}
