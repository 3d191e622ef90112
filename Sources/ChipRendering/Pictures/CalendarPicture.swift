internal import FlowEngine
internal import Foundation
internal import TagCore
internal import TagService
internal import TextMeasurement

/// The days of a year as squares, one column per week and one row per weekday.
///
/// A day with more items has a stronger color.
public struct CalendarPicture: Sendable {
    /// A day.
    public struct Day: Hashable, Sendable {
        /// The column, from 0.
        public var week: Int
        /// The row, from 0 for Monday.
        public var weekday: Int
        /// The strength of the color, from 0 to 4.
        public var level: Int
        /// The description that viewers show for the square.
        public var title: String

        /// Creates a day.
        public init(week: Int, weekday: Int, level: Int, title: String) {
            self.week = week
            self.weekday = weekday
            self.level = level
            self.title = title
        }
    }

    /// The days, in any order.
    public var days: [Day]
    /// The names of months, each with the column of its first week.
    public var months: [(week: Int, name: String)]
    /// The names of the weekdays.
    public var weekdays: [String]
    /// The name above the squares.
    public var name: String
    /// The line below the name.
    public var details: String

    /// Creates a calendar.
    public init(days: [Day], months: [(week: Int, name: String)], weekdays: [String], name: String, details: String) {
        self.days = days
        self.months = months
        self.weekdays = weekdays
        self.name = name
        self.details = details
    }

    /// Returns the picture of the calendar.
    public func picture(_ style: PictureStyle) -> Picture {
        let grid = CalendarGrid(self, style: style)
        var picture = Picture(
            title: name, titleLines: [], headings: grid.labels, chips: days.map { grid.chip($0) }, hidden: 0, more: nil,
            boardSize: grid.size, margin: style.theme.margin, layout: FlowLayout(), layoutDirection: .leftToRight,
            theme: grid.theme, font: style.measurer.font, fontName: style.fontName, language: style.language)
        picture.setTitle(name, details: details, style: style)
        return picture
    }

    /// Returns an HTML page with the calendar.
    ///
    /// - Complexity: Linear in the days.
    public static func page(_ picture: Picture) -> String {
        let title = MarkupText(picture.title)
        let background = picture.theme.background.map { "background: \($0.hex); " } ?? ""
        // The mark of an export is in the head of the page.
        let drawing = SVGPicture(picture).text.replacing("\(ExportMark.comment)\n", with: "")
        return """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            \(ExportMark.metaElement)
            <title>\(title)</title>
            <style>
            body { margin: 0; \(background)}
            svg { display: block; max-width: 100%; height: auto; }
            </style>
            </head>
            <body>
            \(drawing)</body>
            </html>

            """
    }
}

/// The positions and colors of a calendar.
private struct CalendarGrid {
    let calendar: CalendarPicture
    let style: PictureStyle
    /// The theme with the corners of the squares.
    let theme: Theme
    private let square: Double
    private let gap: Double
    private let labelHeight: Double
    /// The corner of the first square.
    private let origin: CGPoint
    /// The paint of each level.
    private let paints: [Theme.ChipPaint]

    /// The size of a label relative to the font, and the shares of the accent color of the levels above 0.
    private static let labelScale = 0.72
    private static let shares = [0.3, 0.55, 0.78, 1]

    init(_ calendar: CalendarPicture, style: PictureStyle) {
        self.calendar = calendar
        self.style = style
        let font = style.measurer.font
        square = (font.size * 0.95).rounded()
        gap = max((font.size * 0.2).rounded(), 1)
        labelHeight = ((font.ascent + font.descent) * Self.labelScale).rounded(.up)
        let widest = calendar.weekdays.map { style.measurer.width(ofLabel: $0) }.max() ?? 0
        origin = CGPoint(x: (widest * Self.labelScale + gap * 2).rounded(.up), y: labelHeight + gap)
        var theme = style.theme
        theme.radius = (square / 5).rounded()
        self.theme = theme
        paints = Self.paints(of: theme)
    }

    /// Returns the paints: that of a chip, and mixtures of its fill with the color of a selected chip.
    private static func paints(of theme: Theme) -> [Theme.ChipPaint] {
        let strong = theme.selected.fill == theme.chip.fill ? theme.selected.border : theme.selected.fill
        return [theme.chip]
            + shares.map { share in
                var paint = theme.chip
                paint.fill = theme.chip.fill.mixed(with: strong, share)
                return paint
            }
    }

    private func x(ofWeek week: Int) -> Double { origin.x + Double(week) * (square + gap) }

    private func y(ofWeekday day: Int) -> Double { origin.y + Double(day) * (square + gap) }

    /// Returns the square of a day.
    func chip(_ day: CalendarPicture.Day) -> PictureChip {
        let frame = CGRect(x: x(ofWeek: day.week), y: y(ofWeekday: day.weekday), width: square, height: square)
        return PictureChip(
            tag: day.title, isSelected: false, line: 0, frame: frame, label: "", labelCenter: frame.midX, labelWidth: 0,
            isRightToLeft: false, baseline: frame.maxY, mark: nil,
            paint: paints[min(max(day.level, 0), paints.count - 1)])
    }

    /// The names of weekdays and months.
    var labels: [PictureHeading] {
        let middle = ((square - labelHeight) / 2).rounded()
        return calendar.weekdays.enumerated().map { label($1, CGPoint(x: 0, y: y(ofWeekday: $0) + middle)) }
            + calendar.months.map { label($0.name, CGPoint(x: x(ofWeek: $0.week), y: 0)) }
    }

    private func label(_ text: String, _ origin: CGPoint) -> PictureHeading {
        PictureHeading(text, at: origin, scale: Self.labelScale, color: theme.quiet, line: 0, style: style)
    }

    /// The size of the squares and labels.
    var size: CGSize {
        let last = calendar.days.map(\.week).max() ?? 0
        let ends = labels.map { $0.origin.x + $0.width }
        return CGSize(
            width: max(x(ofWeek: last) + square, ends.max() ?? 0),
            height: y(ofWeekday: max(calendar.weekdays.count, 1) - 1) + square)
    }
}

extension ThemeColor {
    /// Returns the color with a share, from 0 to 1, of another color.
    fileprivate func mixed(with other: ThemeColor, _ share: Double) -> ThemeColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(clamping: Int(exactly: (Double(one) + (Double(two) - Double(one)) * share).rounded()) ?? 0)
        }
        var color = self
        color.red = mix(red, other.red)
        color.green = mix(green, other.green)
        color.blue = mix(blue, other.blue)
        return color
    }
}
