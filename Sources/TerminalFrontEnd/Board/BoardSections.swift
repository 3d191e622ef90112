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
        let groups = BoardGroups.byNamespace(others)
        guard !selected.isEmpty || groups.count > 1 || !matching.isEmpty else { return nil }
        if !selected.isEmpty { append(selected, heading: "selected") }
        for group in groups { append(group.chips, namespace: group.heading) }
    }

    /// Summarizes a board that is too tall to be shown: its selected chips and two rows of others.
    ///
    /// - Parameters:
    ///   - board: The board, in terminal cells.
    ///   - likely: The names of likely tags, best first; they come before other tags.
    ///   - style: The style of the chips.
    ///   - widths: The character widths of the terminal.
    /// - Complexity: Linear in the number of chips.
    init?(summaryOf board: Board, likely: [String], style: TextBoardStyle, _ widths: TerminalWidths) {
        guard board.chips.first?.frame.height == 1 else { return nil }
        self.board = board
        self.style = style
        self.widths = widths
        let selected = board.chips.filter(\.isSelected)
        let ranks = Dictionary(zip(likely, 0...)) { first, _ in first }
        let others = board.chips.filter { !$0.isSelected }
        let best = others.filter { ranks[$0.tag] != nil }.sorted { ranks[$0.tag] ?? 0 < ranks[$1.tag] ?? 0 }
        let rest = others.lazy.filter { ranks[$0.tag] == nil }.prefix(Self.summarized)
        if !selected.isEmpty { append(selected, heading: "selected") }
        append(best + rest, heading: selected.isEmpty ? nil : "likely", mostRows: Self.likelyRows)
    }

    /// The number of rows of likely chips, and the maximum number of other chips that are laid out for them.
    private static let (likelyRows, summarized) = (2, 200)

    private mutating func append(_ chips: [PlacedChip], namespace: String) {
        let heading = namespace.isEmpty ? nil : "\(TerminalText.printable(namespace)) \(chips.count)"
        append(chips, heading: heading, dropping: namespace.count)
    }

    private mutating func append(_ chips: [PlacedChip], heading: String?, dropping count: Int = 0, mostRows: Int = .max)
    {
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
            guard let frame = flow.frame(at: place), frame.row < mostRows else { continue }
            self.chips.append(
                Chip(
                    chip: chip, label: labels[place], labelCells: cells[place], row: rows + frame.row,
                    column: frame.column, columns: frame.columns))
        }
        rows += min(flow.rows, mostRows)
    }
}
