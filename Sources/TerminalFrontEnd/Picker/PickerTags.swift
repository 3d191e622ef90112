internal import FlowEngine
internal import TagService
internal import TextMeasurement

/// The tags of a picker, which of them are chosen, and those that match what is typed.
struct PickerTags: Sendable {
    /// The tags' names, as they are given out.
    private(set) var names: [String] = []
    /// The cells of each label.
    private var labelCells: [Int] = []
    private var filter: TagFilter
    /// The chosen tags, in the order in which they were chosen.
    private(set) var chosen: [Int] = []
    private var isChosen: [Bool] = []
    private let layout: FlowLayout
    private let direction: LayoutDirection
    /// The tags that match what is typed, best first.
    private(set) var matches: [Int] = []
    private var typed = ""

    init(_ tags: PickableTags) {
        layout = tags.layout
        direction = tags.layoutDirection
        filter = TagFilter(tags.tags)
        names.reserveCapacity(tags.tags.count)
        for tag in tags.tags { append(tag) }
        matches = Array(names.indices)
    }

    /// The number of tags.
    var count: Int { names.count }

    /// The text that a tag is shown with, safe for a terminal.
    func label(of tag: Int) -> String { TerminalText.printable(names[tag]) }

    /// The cells of a tag's label.
    func cells(of tag: Int) -> Int { labelCells[tag] }

    /// Whether a tag is chosen.
    func contains(chosen tag: Int) -> Bool { isChosen[tag] }

    /// Whether a text is the name of a tag, in any spelling.
    func tag(named text: String) -> Int? { filter.tag(named: text) }

    /// Adds a tag that was not there.
    mutating func add(_ name: String) -> Int {
        let tag = PickableTag(name)
        filter.append(tag)
        append(tag)
        return count - 1
    }

    private mutating func append(_ tag: PickableTag) {
        names.append(tag.name)
        labelCells.append(TerminalCellMeasurer().cells(in: TerminalText.printable(tag.name)))
        isChosen.append(tag.isSelected)
        if tag.isSelected { chosen.append(count - 1) }
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

    /// Finds what matches a text.
    mutating func find(_ text: String) {
        let isLonger = !typed.isEmpty && text.hasPrefix(typed) && !matches.isEmpty
        matches = filter.matches(text, among: isLonger ? matches : nil)
        typed = text
    }

    /// Whether anything would match a text.
    func hasMatch(_ text: String) -> Bool {
        !filter.matches(text, among: typed.isEmpty ? nil : matches, withTypos: false).isEmpty
    }

    /// Learns how well tags go with the chosen ones; it shows with the next thing typed.
    mutating func learn(_ affinities: [String: Double]) {
        let names = names
        filter.setAffinities { affinities[names[$0]] ?? 0 }
    }

    /// The chips of all tags, laid out.
    func unfilteredFlow(columns: Int) -> ChipFlow {
        let widths = labelCells.map { ChipPainter.width(labelCells: $0) }
        return ChipFlow(widths: widths, layout: layout, direction: direction, columns: columns)
    }

    /// The chips of the matches, after one that is new, laid out.
    func flow(new: String?, columns: Int) -> ChipFlow {
        var widths: [Int] = []
        widths.reserveCapacity(matches.count + 1)
        if let new { widths.append(ChipPainter.width(labelCells: Self.cells(new))) }
        for tag in matches { widths.append(ChipPainter.width(labelCells: labelCells[tag])) }
        return ChipFlow(widths: widths, layout: layout, direction: direction, columns: columns)
    }

    /// The cells of a text that is shown.
    static func cells(_ text: String) -> Int {
        TerminalCellMeasurer().cells(in: TerminalText.printable(text))
    }
}
