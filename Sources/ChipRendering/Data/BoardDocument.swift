internal import FlowEngine
internal import Foundation
public import TagService

/// The public JSON format of a board.
public struct BoardDocument: Codable, Sendable {
    var set: String
    var unit: BoardUnit
    var width: Double?
    var size: Size
    var layout: Layout
    var chips: [Chip]
    var hidden: Int

    /// Creates the document of a board; `width` is omitted if the board's width is infinite.
    public init(_ board: Board) {
        set = board.set
        unit = board.unit
        width = board.width.isFinite ? board.width : nil
        size = Size(width: board.size.width, height: board.size.height)
        layout = Layout(board)
        chips = board.chips.map(Chip.init)
        hidden = board.hidden
    }

    struct Size: Codable {
        var width: Double
        var height: Double
    }

    struct Frame: Codable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Chip: Codable {
        var tag: String
        var selected: Bool
        var line: Int
        var frame: Frame

        init(_ chip: PlacedChip) {
            tag = chip.tag
            selected = chip.isSelected
            line = chip.line
            frame = Frame(x: chip.frame.minX, y: chip.frame.minY, width: chip.frame.width, height: chip.frame.height)
        }
    }

    struct Layout: Codable {
        var alignment: FlowAlignment
        var lineAlignment: FlowLineAlignment
        var contentAlignment: FlowAlignment
        var spacing: Double?
        var lineSpacing: Double?
        var layoutDirection: LayoutDirection
        var verticalDirection: VerticalDirection
        var lineBreaking: FlowLineBreaking
        var justified: Bool
        var maxLines: Int?

        init(_ board: Board) {
            alignment = board.layout.alignment
            lineAlignment = board.layout.lineAlignment
            contentAlignment = board.layout.contentAlignment
            spacing = board.layout.spacing.map { Double($0) }
            lineSpacing = board.layout.lineSpacing.map { Double($0) }
            layoutDirection = board.layoutDirection
            verticalDirection = board.layout.verticalDirection
            lineBreaking = board.layout.lineBreaking
            justified = board.layout.justified
            maxLines = board.layout.maxLines
        }
    }
}
