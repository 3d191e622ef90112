internal import ChipRendering
internal import FlowEngine
internal import Foundation
internal import TagService
internal import TextMeasurement

/// The chips of a large board in sections: the selected chips, chips without a namespace, and each
/// namespace under its heading.
///
/// A chip keeps its number, and loses the namespace that its heading shows.
///
/// ```text
/// selected
/// (7✓swift ) (12✓program )
/// (1 sea ) (2 map )
/// role::
/// (12✓program ) (13 person )
/// ```
struct BoardSections: Sendable {
    /// A heading or chip with its place.
    struct Heading: Hashable, Sendable {
        let row: Int
        let text: String
    }

    /// A chip with its place and the text to show.
    struct Chip: Hashable, Sendable {
        let chip: PlacedChip
        let label: String
        let labelCells: Int
        let row: Int
        let column: Int
        let columns: Int
    }

    /// The headings, from top to bottom.
    private(set) var headings: [Heading] = []
    /// The chips, from top to bottom.
    private(set) var chips: [Chip] = []
    /// The number of rows.
    private(set) var rows = 0

    /// The numbers of chips that are arranged in sections; a larger board would delay each key.
    static let counts = 31...5_000
    /// The least number of chips that get a heading.
    private static let leastMembers = 2

    private let board: Board
    private let style: TextBoardStyle
    private let widths: TerminalWidths

    /// Arranges the chips of a board; nil if the board is drawn as it is.
    ///
    /// - Parameters:
    ///   - board: The board, in terminal cells.
    ///   - filter: A text that shown tags contain, ignoring case; if it's empty or no tag contains it,
    ///     all chips are shown.
    ///   - gathersSelected: Whether the selected chips come first.
    ///   - style: The style of the chips.
    ///   - widths: The character widths of the terminal.
    /// - Complexity: Linear in the number of chips.
    init?(_ board: Board, filter: String = "", gathersSelected: Bool, style: TextBoardStyle, _ widths: TerminalWidths) {
        guard Self.counts.contains(board.chips.count), board.hidden == 0, board.chips.first?.frame.height == 1 else {
            return nil
        }
        self.board = board
        self.style = style
        self.widths = widths
        let text = filter.lowercased()
        let matching = text.isEmpty ? [] : board.chips.filter { $0.tag.lowercased().contains(text) }
        let all = matching.isEmpty ? board.chips : matching
        let selected = gathersSelected ? all.filter(\.isSelected) : []
        let others = gathersSelected ? all.filter { !$0.isSelected } : all
        let groups = Self.groups(others)
        guard !selected.isEmpty || groups.count > 1 || !matching.isEmpty else { return nil }
        if !selected.isEmpty { append(selected, heading: "selected") }
        for group in groups { append(group.chips, namespace: group.namespace) }
    }

    /// Returns the namespace of a tag with its separator, such as `role::`; empty if it has none.
    static func namespace(of tag: String) -> String {
        guard let colon = tag.firstIndex(of: ":"), colon > tag.startIndex else { return "" }
        let start = tag[colon...].prefix { $0 == ":" }
        let (name, rest) = (tag[..<colon], tag[start.endIndex...])
        let isNamespace = !name.contains(where: \.isWhitespace) && start.count <= 2
        guard isNamespace, let first = rest.first, !first.isWhitespace, first != "/" else { return "" }
        return String(tag[..<start.endIndex])
    }

    /// Returns the chips by namespace, in the order of the board, with other chips first.
    private static func groups(_ chips: [PlacedChip]) -> [(namespace: String, chips: [PlacedChip])] {
        let names = chips.map { namespace(of: $0.tag) }
        let counts = names.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        var order: [String] = [""]
        var groups: [String: [PlacedChip]] = [:]
        for (chip, name) in zip(chips, names) {
            let name = counts[name, default: 0] >= leastMembers ? name : ""
            if groups[name] == nil, !name.isEmpty { order.append(name) }
            groups[name, default: []].append(chip)
        }
        return order.compactMap { name in groups[name].map { (name, $0) } }
    }

    private mutating func append(_ chips: [PlacedChip], namespace: String) {
        let heading = namespace.isEmpty ? nil : "\(TerminalText.printable(namespace)) \(chips.count)"
        append(chips, heading: heading, dropping: namespace.count)
    }

    private mutating func append(_ chips: [PlacedChip], heading: String?, dropping count: Int = 0) {
        if let heading {
            headings.append(Heading(row: rows, text: heading))
            rows += 1
        }
        let labels = chips.map { TerminalText.printable(String($0.tag.dropFirst(count))) }
        let cells = labels.map { widths.cells(in: $0) }
        let sizes = zip(chips, cells)
            .map { chip, cells in style.chip.width(labelCells: cells, number: style.isNumbered ? chip.number : nil) }
        var layout = board.layout
        layout.maxLines = nil
        let flow = ChipFlow(
            widths: sizes, layout: layout, direction: board.layoutDirection,
            columns: Int(exactly: min(board.width, 100_000).rounded(.down)) ?? 0)
        for (place, chip) in chips.enumerated() {
            guard let frame = flow.frame(at: place) else { continue }
            self.chips.append(
                Chip(
                    chip: chip, label: labels[place], labelCells: cells[place], row: rows + frame.row,
                    column: frame.column, columns: frame.columns))
        }
        rows += flow.rows
    }
}
