public import ChipRendering
internal import Foundation
public import TagService
public import TextMeasurement

/// Draws boards for a terminal: in its width and colours, with the settings that are being tried.
public struct BoardPresenter: Sendable {
    /// The width of the layout, in cells, if the set has none.
    public var columns: Int
    /// The rows of the terminal; `nil` if unknown or the output isn't a terminal.
    public var rows: Int?
    /// How chips are drawn.
    public var style: TextBoardStyle
    /// Layout settings that are tried and not kept.
    public var tried = LayoutSettings()

    /// A presenter for a terminal and a style.
    public init(columns: Int, rows: Int? = nil, style: TextBoardStyle) {
        self.columns = columns
        self.rows = rows
        self.style = style
    }

    /// The request to the service.
    public func request(selectedOnly: Bool = false) -> BoardRequest {
        let style = style
        return BoardRequest(
            width: Double(columns),
            settings: tried,
            selectedOnly: selectedOnly,
            chipSize: { style.size(of: $0) }
        )
    }

    /// The board of a set as text.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - selectedOnly: Whether only the tags that are on are drawn.
    ///   - changed: The tags that a command has just changed; if the whole board is taller than the
    ///     terminal, only their lines are drawn, and a line below reports changes that aren't
    ///     visible. `nil` draws all of it.
    ///   - service: The service.
    /// - Returns: The text, and the shown chips.
    /// - Throws: The service's errors.
    public func drawing(
        of set: SetReference,
        selectedOnly: Bool = false,
        changed: ChangedTags? = nil,
        from service: TagService
    ) async throws -> BoardDrawing {
        let board = try service.board(request(selectedOnly: selectedOnly), of: set)
        return drawing(of: board, selectedOnly: selectedOnly, changed: changed, from: service)
    }

    /// A board of a service as text.
    ///
    /// - Parameters:
    ///   - board: The board.
    ///   - selectedOnly: Whether it has only the tags that are on.
    ///   - changed: The tags that a command has just changed.
    ///   - service: The service.
    /// - Returns: The text, and the shown chips.
    func drawing(
        of board: Board,
        selectedOnly: Bool = false,
        changed: ChangedTags?,
        from service: TagService
    ) -> BoardDrawing {
        guard board.chips.isEmpty else { return drawing(of: board, changed: changed, service) }
        let text: PrintableText =
            selectedOnly
            ? "nothing is selected in \(board.set)\n"
            : "\(board.set) has no tags yet; 'add TAG' puts one in\n"
        return BoardDrawing(text: text, board: board, isPart: selectedOnly)
    }

    private func drawing(
        of board: Board,
        changed: ChangedTags?,
        _ service: TagService
    ) -> BoardDrawing {
        var drawing = BoardDrawing(text: "", board: board, isPart: false)
        // A row is the prompt's that comes after it.
        if let changed, let rows, board.size.height > Double(rows - 1) {
            drawing.isPart = true
            drawing.board = board.excerpt(ofLinesWith: Set(changed.names), rows: rows - 2)
        }
        drawing.text = draw(drawing.board, from: service)
        let seen = Set(drawing.board.chips.map(\.tag))
        if let unseen = changed?.unseen(among: seen) { drawing.text += "\(unseen)\n" }
        return drawing
    }

    /// A board of a service as text, with labels cut to the widths that the service measures by.
    public func draw(_ board: Board, from service: TagService) -> PrintableText {
        var style = style
        style.widths = service.terminalWidths
        return TextBoard(board, style: style).printable
    }
}

/// A board that was drawn as text.
public struct BoardDrawing: Sendable {
    /// The text.
    public var text: PrintableText
    /// The chips in the text.
    public var board: Board
    /// Whether chips were left out that were drawn before.
    public var isPart: Bool
}
