internal import ChipRendering
internal import FlowEngine
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The tags of a picker, which of them are chosen, and which match the query.
///
/// Some queries and their matches among the tags `login fix`, `fix`, `login` and `lambda`:
///
/// ```text
/// fix login     login fix
/// login !fix    login
/// lmd           lambda
/// ```
struct PickerTags: Sendable {
    /// All tags, in the order of the input.
    private(set) var all: PreparedTags
    /// The chosen tags, in order of choice.
    private(set) var chosen: [Int] = []
    /// The tags that match the query, best first.
    private(set) var matches: [Int] = []
    /// The number of matches whose name, or a word in it, begins with the query; in a field for tags, they come first.
    private(set) var beginnings = 0
    /// Whether any tag has been chosen since the picker was opened.
    private(set) var wereChosen = false
    private var isChosen: [Bool] = []
    private var typed = ""
    private let isField: Bool
    private let layout: FlowLayout
    private let direction: LayoutDirection
    private let widths: TerminalWidths

    /// Creates the tags of a picker; `isField` puts the tags that begin with the query first.
    init(
        _ tags: PickableTags, widths: TerminalWidths, filter: PickFilter.Options = PickFilter.Options(),
        isField: Bool = false
    ) {
        self.isField = isField
        layout = tags.layout
        direction = tags.layoutDirection
        self.widths = widths
        all = PreparedTags(widths: widths, filter: filter)
        append(prepared(tags.tags))
    }

    /// The number of tags.
    var count: Int { all.tags.count }

    /// Returns the name of a tag, as the picker returns it.
    func name(of tag: Int) -> String { all.tags[tag].name }

    /// Returns the text of a tag's whole line for commands, without escape sequences.
    func text(of tag: Int) -> String {
        all.tags[tag].line.map { String(decoding: EscapedText($0).text, as: UTF8.self) } ?? all.tags[tag].name
    }

    /// Returns the text to show for a tag, without characters that would control the terminal.
    func label(of tag: Int) -> String { PreparedTags.label(all.tags[tag].name, widths) }

    /// Returns the style of each character of a tag's label, or an empty array if the tag has no
    /// colors.
    func styles(of tag: Int) -> [TextStyle] {
        guard let line = all.tags[tag].line, !EscapedText.isPlain(line) else { return [] }
        return ColoredLine(line).styles(of: label(of: tag), widths)
    }

    /// Returns the ranges of characters of a label that match the query.
    func matchedRanges(in label: String) -> [Range<Int>] { all.filter.ranges(of: typed, in: label) }

    /// Returns the number of cells that a text takes on the terminal.
    func cells(of text: String) -> Int { widths.cells(in: TerminalText.printable(text)) }

    /// Returns whether a tag is chosen.
    func contains(chosen tag: Int) -> Bool { isChosen[tag] }

    /// Returns the tag whose key is that of a text, or nil.
    ///
    /// - Complexity: Linear in the number of keys.
    func tag(named text: String) -> Int? { all.filter.tag(named: text) }

    /// Returns the tag whose name or alias is a spelling of the query, or nil.
    ///
    /// - Complexity: Linear in the number of keys.
    func tag(equalTo query: String) -> Int? {
        let isEqual = { (tag: Int) in
            ([all.tags[tag].name] + all.tags[tag].aliases).contains { TagService.Tags.isSpelling($0, of: query) }
        }
        if let tag = tag(named: query), isEqual(tag) { return tag }
        return matches.prefix(Self.bestMatches).first(where: isEqual)
    }

    /// Returns the rest of the best match that begins with the query, ignoring case, or nil.
    func completion(of query: String) -> String? {
        let query = query.lowercased()
        for tag in matches.prefix(Self.bestMatches) {
            let label = label(of: tag)
            if label.count > query.count, label.lowercased().hasPrefix(query) {
                return String(label.dropFirst(query.count))
            }
        }
        return nil
    }

    /// The number of matches that are compared with the query as a whole.
    private static let bestMatches = 500

    /// Returns the tag with a name, or else with its key or an alias, or nil.
    ///
    /// - Complexity: Linear in the number of names.
    func tag(called name: String) -> Int? {
        all.tags.firstIndex { $0.name == name } ?? tag(named: name) ?? all.tags.firstIndex { $0.aliases.contains(name) }
    }

    /// Appends tags.
    ///
    /// - Complexity: Linear in the number of all tags.
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
    mutating func append(_ name: String) { append(prepared([PickableTag(name)])) }

    /// Removes the last tag if it has a name.
    mutating func removeLast(called name: String) {
        guard let last = all.tags.last, last.name == name else { return }
        set(count - 1, chosen: false)
        all = prepared(Array(all.tags.dropLast()))
        isChosen.removeLast()
        find(typed, isNew: true)
    }

    /// Replaces all tags; none of the new tags is chosen unless it is selected.
    mutating func replaceAll(with new: PreparedTags) {
        all = prepared([])
        (chosen, isChosen, matches) = ([], [], [])
        append(new)
    }

    /// Returns tags with their keys and widths.
    func prepared(_ tags: [PickableTag]) -> PreparedTags {
        PreparedTags(tags, widths: widths, filter: all.filter.options)
    }

    /// Chooses or deselects a tag.
    mutating func set(_ tag: Int, chosen isOn: Bool) {
        guard isChosen[tag] != isOn else { return }
        isChosen[tag] = isOn
        if isOn { chosen.append(tag) } else { chosen.removeAll { $0 == tag } }
        wereChosen = wereChosen || isOn
    }

    /// Deselects the given tags.
    ///
    /// - Complexity: Linear in the number of given and of chosen tags.
    mutating func deselect(_ tags: [Int]) {
        for tag in tags { isChosen[tag] = false }
        chosen.removeAll { !isChosen[$0] }
    }

    /// Updates the matches for a query.
    ///
    /// - Complexity: Linear in the number of keys.
    mutating func find(_ text: String) { find(text, isNew: false) }

    private mutating func find(_ text: String, isNew: Bool) {
        defer { typed = text }
        let isLonger = !isNew && !typed.isEmpty && text.hasPrefix(typed) && !matches.isEmpty
        matches = all.filter.matches(text, among: isLonger ? matches : nil, withTypos: true)
        if isField { putBeginningsFirst(text) }
    }

    /// Moves the best matches that begin with the query before the other matches.
    private mutating func putBeginningsFirst(_ text: String) {
        guard !text.trimmed.isEmpty else {
            beginnings = 0
            return
        }
        let best = matches.prefix(Self.bestMatches)
        let first = best.filter { TagService.Tags.begins(all.tags[$0].name, with: text) }
        beginnings = first.count
        guard beginnings > 0 else { return }
        let isFirst = Set(first)
        matches = first + best.filter { !isFirst.contains($0) } + matches.dropFirst(best.count)
    }

    /// Sets the affinity of all tags to the chosen tags, which affects the ranking of the next query.
    mutating func learn(_ affinities: [(tag: Int, score: Double)]) { all.learn(affinities) }

    /// Returns the layout of the chips of the matches, and of the new tag if there is one.
    ///
    /// - Parameters:
    ///   - new: The label of the new tag, or nil if there is no new tag.
    ///   - isLast: Whether the new tag comes after the matches instead of before them.
    ///   - columns: The width of the layout.
    /// - Returns: The layout of the chips.
    /// - Complexity: Linear in the number of matches.
    func flow(new: String?, isLast: Bool = false, columns: Int) -> ChipFlow {
        var cells: [Int] = []
        cells.reserveCapacity(matches.count + 1)
        let newCells = new.map { ChipStyle.pill.width(labelCells: self.cells(of: $0)) }
        if let newCells, !isLast { cells.append(newCells) }
        for tag in matches { cells.append(all.cells[tag]) }
        if let newCells, isLast { cells.append(newCells) }
        return ChipFlow(widths: cells, layout: layout, direction: direction, columns: columns)
    }
}
