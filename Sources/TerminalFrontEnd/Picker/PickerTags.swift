internal import FlowEngine
internal import TagService
internal import TextMeasurement

/// The tags of a picker, which of them are chosen, and those that match what is typed.
struct PickerTags: Sendable {
    /// The tags, in their own order.
    private(set) var tags: [PickableTag] = []
    /// The chosen tags, in the order in which they were chosen.
    private(set) var chosen: [Int] = []
    /// The tags that match what is typed, best first.
    private(set) var matches: [Int] = []
    private var isChosen: [Bool] = []
    private var filter = TagFilter()
    private var affinities: [(tag: Int, score: Double)] = []
    private var typed = ""
    private let layout: FlowLayout
    private let direction: LayoutDirection
    private let widths: TerminalWidths

    init(_ tags: PickableTags, widths: TerminalWidths) {
        layout = tags.layout
        direction = tags.layoutDirection
        self.widths = widths
        append(tags.tags)
    }

    /// The number of tags.
    var count: Int { tags.count }

    /// A tag's name, as it is given out.
    func name(of tag: Int) -> String { tags[tag].name }

    /// The text that a tag is shown with, safe for a terminal.
    func label(of tag: Int) -> String { TerminalText.printable(tags[tag].name) }

    /// The cells of a text that is shown.
    func cells(of text: String) -> Int { widths.cells(in: TerminalText.printable(text)) }

    /// Whether a tag is chosen.
    func contains(chosen tag: Int) -> Bool { isChosen[tag] }

    /// The tag with the key of a text.
    func tag(named text: String) -> Int? {
        filter.count == count ? filter.tag(named: text) : tags.firstIndex { $0.name == text }
    }

    /// Adds tags at the end.
    mutating func append(_ new: [PickableTag]) {
        let first = count
        tags += new
        for (offset, tag) in new.enumerated() {
            isChosen.append(tag.isSelected)
            if tag.isSelected { chosen.append(first + offset) }
        }
        find(typed, isNew: true)
    }

    /// Chooses a tag, or takes it back.
    mutating func set(_ tag: Int, chosen isOn: Bool) {
        guard isChosen[tag] != isOn else { return }
        isChosen[tag] = isOn
        if isOn { chosen.append(tag) } else { chosen.removeAll { $0 == tag } }
    }

    /// Takes all tags of a list back.
    ///
    /// - Complexity: linear in the list and in the chosen tags.
    mutating func deselect(_ tags: [Int]) {
        for tag in tags { isChosen[tag] = false }
        chosen.removeAll { !isChosen[$0] }
    }

    /// Finds what matches a text; keys are made when first something is typed.
    mutating func find(_ text: String) { find(text, isNew: false) }

    private mutating func find(_ text: String, isNew: Bool) {
        defer { typed = text }
        guard !text.isEmpty else {
            matches = Array(tags.indices)
            return
        }
        if filter.count < count {
            filter.append(contentsOf: tags[filter.count...])
            filter.setAffinities(affinities)
        }
        let isLonger = !isNew && !typed.isEmpty && text.hasPrefix(typed) && !matches.isEmpty
        matches = filter.matches(text, among: isLonger ? matches : nil)
    }

    /// Whether anything would match a text that goes on from what is typed.
    func hasMatch(_ text: String) -> Bool {
        !filter.matches(text, among: typed.isEmpty ? nil : matches, withTypos: false).isEmpty
    }

    /// Learns how well tags go with the chosen ones; it shows with the next thing typed.
    mutating func learn(_ affinities: [(tag: Int, score: Double)]) {
        self.affinities = affinities
        if filter.count == count { filter.setAffinities(affinities) }
    }

    /// The chips of the matches, after one that is new, laid out: the first ones, or all.
    ///
    /// - Parameters:
    ///   - new: the name of the tag that would be new.
    ///   - columns: the width to lay out for.
    ///   - limit: how many chips to lay out.
    /// - Returns: where the chips stand.
    func flow(new: String?, columns: Int, limit: Int) -> ChipFlow {
        // Lines that depend on later ones are laid out with them.
        let limit = layout.lineBreaking == .greedy ? limit : .max
        var cells: [Int] = []
        cells.reserveCapacity(min(matches.count, limit) + 1)
        if let new { cells.append(ChipPainter.width(labelCells: self.cells(of: new))) }
        for tag in matches.prefix(limit) {
            cells.append(ChipPainter.width(labelCells: self.cells(of: tags[tag].name)))
        }
        return ChipFlow(
            widths: cells,
            layout: layout,
            direction: direction,
            columns: columns,
            isWhole: matches.count <= limit
        )
    }
}
