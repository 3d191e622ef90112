public import ChipRendering
internal import Foundation
public import TagService
public import TextMeasurement

/// Draws boards for a terminal: in its width and colors, with any layout settings being tried out.
public struct BoardPresenter: Sendable {
    /// The width of the layout, in cells, unless the set specifies a width.
    public var columns: Int
    /// The rows of the terminal; nil if unknown or if the output isn't a terminal.
    public var rows: Int?
    /// The style of chips.
    public var style: TextBoardStyle
    /// Layout settings that the user is trying out.
    ///
    /// They aren't saved.
    public var tried = LayoutSettings()

    /// Creates a presenter for a terminal and a style.
    public init(columns: Int, rows: Int? = nil, style: TextBoardStyle) {
        self.columns = columns
        self.rows = rows
        self.style = style
    }

    /// Returns the request for a board.
    public func request(selectedOnly: Bool = false) -> BoardRequest {
        let style = style
        return BoardRequest(
            width: Double(columns), settings: tried, selectedOnly: selectedOnly, chipSize: { style.size(of: $0) })
    }

    /// Returns the board of a set as text.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - selectedOnly: Whether to draw only the tags that are on.
    ///   - changed: The tags that a command has just changed. Only the lines with these tags are
    ///     drawn, and a line below reports the changes that aren't visible. If nil, the whole board is
    ///     drawn.
    ///   - service: The service.
    /// - Returns: The text and the shown chips.
    /// - Throws: The errors of the service.
    public func drawing(
        of set: SetReference, selectedOnly: Bool = false, changed: ChangedTags? = nil, from service: TagService
    ) throws -> BoardDrawing {
        let board = try service.sets.board(request(selectedOnly: selectedOnly), of: set)
        return try drawing(of: board, selectedOnly: selectedOnly, changed: changed, from: service)
    }

    /// Returns a board as text.
    ///
    /// - Parameters:
    ///   - board: The board.
    ///   - selectedOnly: Whether the board has only the tags that are on.
    ///   - changed: The tags that a command has just changed.
    ///   - service: The service that the board is from.
    /// - Returns: The text and the shown chips.
    /// - Throws: The errors of the service.
    func drawing(
        of board: Board, selectedOnly: Bool = false, changed: ChangedTags?, from service: TagService
    ) throws -> BoardDrawing {
        guard board.chips.isEmpty else { return drawing(of: board, changed: changed, service) }
        var text: PrintableText =
            selectedOnly
            ? "nothing is selected in \(board.set)\n" : "\(board.set) has no tags yet; 'add TAG' adds one\n"
        if !selectedOnly, changed == nil, let others = try OtherSets(than: board.set, in: service) {
            let line = others.text(columns: max(columns, Self.leastColumns), service.terminalWidths)
            if let line { text += "\(line)\n" }
        }
        return BoardDrawing(text: text, board: board, isPart: selectedOnly)
    }

    /// Returns the lines of a board that changed, or nil if the whole board should be drawn.
    ///
    /// In a terminal, one row is left for the prompt, and one for the number of omitted chips.
    private func part(of board: Board, _ changed: ChangedTags) -> Board? {
        let isTall = rows.map { board.size.height > Double($0 - 1) } ?? false
        guard isTall || !changed.movesOthers else { return nil }
        let limit = isTall ? (rows ?? 0) - 2 : Self.mostRows
        var part = board.excerpt(ofLinesWith: Set(changed.names), rows: limit)
        // Programs read lines of chips only.
        if rows == nil { part.hidden = board.hidden }
        return isTall || !part.chips.isEmpty ? part : nil
    }

    /// The maximum number of rows of a drawing that isn't on a terminal.
    private static let mostRows = 1_000_000

    /// The least width of a line that names other sets.
    private static let leastColumns = 40

    private func drawing(of board: Board, changed: ChangedTags?, _ service: TagService) -> BoardDrawing {
        var drawing = BoardDrawing(text: "", board: board, isPart: false)
        if let changed, let part = part(of: board, changed) {
            drawing.isPart = true
            drawing.board = part
        }
        drawing.text = draw(drawing.board, from: service)
        let seen = Set(drawing.board.chips.map(\.tag))
        if let unseen = changed?.unseen(among: seen) { drawing.text += "\(unseen)\n" }
        return drawing
    }

    /// Returns a board as text, with labels truncated by the character widths of the service.
    public func draw(_ board: Board, from service: TagService) -> PrintableText {
        var style = style
        style.widths = service.terminalWidths
        return TextBoard(board, style: style).printable
    }
}

/// A board drawn as text.
public struct BoardDrawing: Sendable {
    /// The text.
    public var text: PrintableText
    /// The chips in the text.
    public var board: Board
    /// Whether the text shows only a part of the set's chips.
    public var isPart: Bool
}
