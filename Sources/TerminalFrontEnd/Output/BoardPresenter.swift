public import ChipRendering
internal import Foundation
public import TagService
public import TextMeasurement

/// Draws boards for a terminal: in its width and colours, with the settings that are being tried.
public struct BoardPresenter: Sendable {
    /// The width to lay out for, in cells, where the set keeps none.
    public var columns: Int
    /// How chips are drawn.
    public var style: TextBoardStyle
    /// Layout settings that are tried and not kept.
    public var tried = LayoutSettings()

    /// A presenter for a width and a style.
    public init(columns: Int, style: TextBoardStyle) {
        self.columns = columns
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
    public func text(
        of set: SetReference,
        selectedOnly: Bool = false,
        from service: TagService
    ) async throws -> PrintableText {
        let board = try await service.board(request(selectedOnly: selectedOnly), of: set)
        guard board.chips.isEmpty else { return draw(board, from: service) }
        return selectedOnly
            ? "nothing is selected in \(board.set)\n"
            : "\(board.set) has no tags yet; 'add TAG' puts one in\n"
    }

    /// A board of a service as text, with labels cut to the widths that the service measures by.
    public func draw(_ board: Board, from service: TagService) -> PrintableText {
        var style = style
        style.widths = service.terminalWidths
        return TextBoard(board, style: style).printable
    }
}
