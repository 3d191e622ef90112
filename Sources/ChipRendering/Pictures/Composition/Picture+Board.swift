internal import FlowEngine
internal import Foundation
public import TagService
internal import TextMeasurement

extension Picture {
    /// Gives everything on a board its place.
    ///
    /// - Complexity: Linear in the chips; those that are too narrow for their labels cost some measurements each.
    /// - Parameters:
    ///   - board: a board that was laid out by the style's own request.
    ///   - style: the theme and the font.
    public init(_ board: Board, style: PictureStyle) {
        let composer = PictureComposer(
            composition: style.composition(board.layoutDirection),
            measurer: style.measurer
        )
        self.init(
            title: board.set,
            chips: board.chips.map(composer.chip),
            hidden: board.hidden,
            boardSize: board.size,
            margin: style.theme.margin,
            layout: board.layout,
            layoutDirection: board.layoutDirection,
            theme: style.theme,
            font: style.measurer.font,
            fontName: style.fontName,
            language: style.language
        )
    }
}

/// Puts what a chip shows in its place.
private struct PictureComposer {
    let composition: ChipComposition
    let measurer: FontMeasurer

    func chip(_ chip: PlacedChip) -> PictureChip {
        let size = TextSize(
            width: chip.labelWidth,
            height: chip.labelHeight,
            baseline: chip.labelBaseline
        )
        let node = composition.layout(label: size, isSelected: chip.isSelected, in: chip.frame.size)
        let origin = chip.frame.origin
        let room = node.first(id: ChipParts.Part.label)?.frame ?? .zero
        let mark = node.first(id: ChipParts.Part.mark)?.frame
        let isCut = room.width < chip.labelWidth
        let label = isCut ? measurer.fitting(chip.tag, width: room.width) : chip.tag
        let ascent = composition.ascent(ofLabelWithBaseline: chip.labelBaseline)
        return PictureChip(
            tag: chip.tag,
            isSelected: chip.isSelected,
            line: chip.line,
            frame: chip.frame,
            label: label,
            labelCenter: origin.x + room.midX,
            labelWidth: isCut ? width(of: label) : chip.labelWidth,
            isRightToLeft: measurer.isRightToLeft(chip.tag),
            baseline: origin.y + room.minY + ascent,
            mark: mark?.offsetBy(dx: origin.x, dy: origin.y)
        )
    }

    private func width(of label: String) -> Double {
        (try? measurer.measure(label))?.width ?? 0
    }
}
