internal import CPango
internal import Foundation
internal import TextMeasurement

extension CairoCanvas {
    /// Fills a rectangle with round corners.
    func fill(_ frame: CGRect, radius: Double, _ color: ThemeColor) {
        let cairo = library.cairo
        setColor(color)
        unsafe cairo.new_path(context)
        let corners = [
            (frame.maxX - radius, frame.minY + radius), (frame.maxX - radius, frame.maxY - radius),
            (frame.minX + radius, frame.maxY - radius), (frame.minX + radius, frame.minY + radius),
        ]
        for (quarter, (x, y)) in corners.enumerated() {
            let start = Double(quarter - 1) * .pi / 2
            unsafe cairo.arc(context, x, y, radius, start, start + .pi / 2)
        }
        unsafe cairo.close_path(context)
        unsafe cairo.fill(context)
    }

    /// Draws the face of a chip: in the colour of its border, and in it the fill.
    func drawFace(of chip: PictureChip, _ paint: ChipPaint, radius: Double) {
        guard paint.borderWidth > 0 else {
            return fill(chip.frame, radius: radius, paint.fill)
        }
        fill(chip.frame, radius: radius, paint.border)
        let inner = chip.frame.insetBy(dx: paint.borderWidth, dy: paint.borderWidth)
        guard !inner.isNull else { return }
        fill(inner, radius: max(0, radius - paint.borderWidth), paint.fill)
    }

    /// Draws the check mark.
    func drawMark(in frame: CGRect, _ color: ThemeColor) {
        let cairo = library.cairo
        setColor(color)
        unsafe cairo.set_line_width(context, CheckMark.lineWidth(in: frame))
        unsafe cairo.set_line_cap(context, LineStyle.round)
        unsafe cairo.set_line_join(context, LineStyle.round)
        unsafe cairo.new_path(context)
        for point in CheckMark.points(in: frame) {
            unsafe cairo.line_to(context, point.x, point.y)
        }
        unsafe cairo.stroke(context)
    }
}

/// The values of Cairo's enumerations for lines that are used.
private enum LineStyle {
    /// `CAIRO_LINE_CAP_ROUND` and `CAIRO_LINE_JOIN_ROUND`.
    static let round: UInt32 = 1
}
