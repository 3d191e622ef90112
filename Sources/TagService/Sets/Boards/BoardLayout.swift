internal import FlowEngine
internal import Foundation
internal import TagStore
internal import TextMeasurement

/// A pure function that arranges measured chips as a board.
struct BoardLayout {
    let request: BoardRequest
    let settings: LayoutSettings
    /// Measures the label of the "+N more" chip.
    var measure: (String) -> TextSize = { _ in TextSize(width: 0, height: 0, baseline: 0) }

    func board(of chips: [MeasuredChip], set: SetRow) -> Board {
        let layout = settings.layout(spacing: request.spacing, lineSpacing: request.lineSpacing)
        let width = max(0, settings.width ?? request.width)
        let arrangement = layout.arrange(
            chips.map { size(of: $0, width: width) },
            proposal: ProposedViewSize(width: width.isFinite ? width : nil, height: nil), bounds: bounds(width: width),
            layoutDirection: direction,
            overflow: request.countsHidden ? { size(of: moreChip(hidden: $0, of: chips), width: width) } : nil)
        var placed: [PlacedChip] = []
        placed.reserveCapacity(arrangement.frames.count)
        for (line, content) in arrangement.lines.enumerated() {
            for index in content.items where index < arrangement.frames.count {
                let frame = arrangement.frames[index].offsetBy(dx: 0, dy: upwardOffset(of: arrangement))
                placed.append(place(chips[index], at: frame, line: line))
            }
        }
        let more = arrangement.overflow.map { frame in
            place(
                moreChip(hidden: arrangement.hidden, of: chips),
                at: frame.offsetBy(dx: 0, dy: upwardOffset(of: arrangement)), line: max(arrangement.lines.count - 1, 0))
        }
        return Board(
            setID: set.id, set: set.name, unit: request.unit, width: width,
            size: fillsWidth && width.isFinite
                ? CGSize(width: max(width, arrangement.size.width), height: arrangement.size.height) : arrangement.size,
            layout: layout, layoutDirection: direction, chips: placed, hidden: arrangement.hidden, more: more)
    }

    private var direction: LayoutDirection { settings.layoutDirection ?? .leftToRight }

    /// Whether chips may touch the far edge, so that the board needs its full width.
    private var fillsWidth: Bool { direction == .rightToLeft || settings.alignment ?? .leading != .leading }

    /// The bounds to align within; `nil` means the size of the chips.
    private func bounds(width: Double) -> CGSize? {
        fillsWidth && width.isFinite ? CGSize(width: width, height: 0) : nil
    }

    /// The distance to move chips down after they were stacked upwards from bounds with zero height.
    private func upwardOffset(of arrangement: FlowArrangement) -> Double {
        fillsWidth && settings.verticalDirection == .up ? arrangement.size.height : 0
    }

    private func size(of chip: MeasuredChip, width: Double) -> CGSize {
        let size = request.chipSize(chip)
        return request.cutsWideChips ? CGSize(width: min(size.width, width), height: size.height) : size
    }

    private func place(_ chip: MeasuredChip, at frame: CGRect, line: Int) -> PlacedChip {
        var frame = frame
        if request.unit == .cell {
            // A terminal has whole cells. Rounding down keeps the order and never makes chips overlap.
            frame.origin = CGPoint(x: frame.minX.rounded(.down), y: frame.minY.rounded(.down))
            frame.size = CGSize(width: frame.width.rounded(.down), height: frame.height.rounded(.down))
        }
        return PlacedChip(
            tagID: chip.tagID, tag: chip.tag, number: chip.number, isSelected: chip.isSelected, line: line,
            frame: frame, label: chip.label, color: chip.color)
    }
}

extension BoardLayout {
    /// Returns the "+N more" chip, which comes after the last chip of a board with hidden chips.
    ///
    /// All output formats of a board draw this chip like the chip of a tag.
    ///
    /// - Parameters:
    ///   - hidden: the number of hidden chips.
    ///   - chips: all chips of the board; not empty.
    /// - Returns: the chip.
    func moreChip(hidden: Int, of chips: [MeasuredChip]) -> MeasuredChip {
        var chip = chips[chips.count - 1]
        chip.tag = "+\(hidden) more"
        chip.number = 0
        chip.isSelected = false
        chip.color = nil
        chip.label = measure(chip.tag)
        return chip
    }
}
