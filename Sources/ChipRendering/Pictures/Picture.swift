public import FlowEngine
public import Foundation
public import TagService
public import TextMeasurement

/// A board with the positions and colors of everything on it, ready to be drawn in any format.
///
/// Lengths are in points. The origin is the board's upper-left corner, inside the ``margin``.
///
/// ```swift
/// let style = try PictureStyle(theme: .light)
/// let board = try service.sets.board(style.request(width: 640), of: .chosen, measurer: style.measurer)
/// let svg = SVGPicture(Picture(board, style: style)).text
/// ```
public struct Picture: Hashable, Sendable {
    /// The set's name, and the day of a daily set.
    public var title: String
    /// The lines above the chips: the name of the picture, and the number of its tags with a date.
    public var titleLines: [PictureHeading]
    /// The headings of sections.
    public var headings: [PictureHeading]
    /// The width of the column with the headings next to the chips; 0 if they are above.
    public var gutter = 0.0
    /// The chips, in the set's order.
    public var chips: [PictureChip]
    /// The number of chips hidden by the line limit.
    public var hidden: Int
    /// The "+N more" chip after the last chip, or `nil` if no chips are hidden.
    public var more: PictureChip?
    /// The size of the area covered by the chips.
    public var boardSize: CGSize
    /// The distance from the chips to the picture's edges.
    public var margin: Double
    /// The layout of the chips, with every setting.
    public var layout: FlowLayout
    /// The side on which lines start.
    public var layoutDirection: LayoutDirection
    /// The theme, scaled to the size of the font.
    public var theme: Theme
    /// The font of the labels.
    public var font: ResolvedFont
    /// The font in Pango's notation.
    public var fontName: String
    /// The language of the labels as a BCP 47 tag; `und` for none.
    public var language: String

    /// The size of the whole picture.
    public var size: CGSize {
        CGSize(
            width: (max(boardSize.width, titleLines.map(\.width).max() ?? 0) + 2 * margin).rounded(.up),
            height: (boardSize.height + titleHeight + 2 * margin).rounded(.up))
    }

    /// The height of the title with the space below it; 0 without a title.
    var titleHeight: Double { titleLines.first.map { -$0.origin.y } ?? 0 }

    /// All chips, followed by the "+N more" chip.
    var drawnChips: [PictureChip] { chips + (more.map { [$0] } ?? []) }

    /// Returns the paint of a chip, which depends on its selection and its color unless the chip has a separate one.
    public func paint(of chip: PictureChip) -> Theme.ChipPaint {
        chip.paint ?? theme.paint(of: chip.color, isSelected: chip.isSelected)
    }

    /// Returns the radius of a chip's corners, which is at most half the chip's height or width.
    func cornerRadius(of frame: CGRect) -> Double {
        let half = max(0, min(frame.width, frame.height) / 2)
        return min(theme.radius ?? half, half)
    }
}

extension Picture {
    /// Creates a picture of a board.
    ///
    /// - Complexity: Linear in the chips; each chip too narrow for its label costs several measurements.
    /// - Parameters:
    ///   - board: a board that was laid out with the style's request.
    ///   - style: the theme and the font.
    public init(_ board: Board, style: PictureStyle) { self.init(board, style: style) { () throws(Never) in } }

    /// Creates a picture of a board, unless a closure throws.
    ///
    /// - Complexity: Linear in the chips; each chip too narrow for its label costs several measurements.
    /// - Parameters:
    ///   - board: a board that was laid out with the style's request.
    ///   - style: the theme and the font.
    ///   - beforeEachChip: called before each chip is placed; throw to stop.
    /// - Throws: the errors thrown by `beforeEachChip`.
    public init<Failure>(
        _ board: Board, style: PictureStyle, beforeEachChip: () throws(Failure) -> Void
    ) throws(Failure) {
        let composer = PictureComposer(metrics: style.metrics(board.layoutDirection), measurer: style.measurer)
        self.init(
            title: board.title ?? board.set, titleLines: [], headings: [],
            chips: try board.chips.map { chip throws(Failure) in
                try beforeEachChip()
                return composer.chip(chip)
            }, hidden: board.hidden, more: board.more.map { composer.chip($0, orShorter: "+\(board.hidden)") },
            boardSize: board.size, margin: style.theme.margin, layout: board.layout,
            layoutDirection: board.layoutDirection, theme: style.theme, font: style.measurer.font,
            fontName: style.fontName, language: style.language)
        if let title = board.title { setTitle(title, style: style) }
    }

    /// Creates a picture of a board in sections.
    public init(_ sections: PictureSections, style: PictureStyle) {
        self.init(sections.board, style: style)
        gutter = sections.gutter
        headings = sections.headings.map { heading in
            var line = PictureHeading(
                heading.text, at: heading.origin, color: style.theme.quiet, line: heading.line, style: style)
            if layoutDirection == .rightToLeft { line.origin.x -= line.width }
            return line
        }
    }

    /// Draws a title above the chips.
    ///
    /// - Parameters:
    ///   - name: the name in large letters.
    ///   - details: a line below it; `nil` for none.
    ///   - style: the style of the picture.
    public mutating func setTitle(_ name: String, details: String? = nil, style: PictureStyle) {
        title = name
        let (large, small) = (1.4, 0.87)
        let height = font.ascent + font.descent
        let space = (theme.lineSpacing * (details == nil ? 1 : 1.5)).rounded()
        let detailsHeight = details == nil ? 0 : (height * small * 1.2).rounded(.up)
        let top = -((height * large).rounded(.up) + detailsHeight + space)
        titleLines = [
            PictureHeading(name, at: CGPoint(x: 0, y: top), scale: large, color: theme.chip.text, style: style)
        ]
        if let details {
            let origin = CGPoint(x: 0, y: -space - detailsHeight)
            titleLines.append(PictureHeading(details, at: origin, scale: small, color: theme.quiet, style: style))
        }
        guard layoutDirection == .rightToLeft else { return }
        for index in titleLines.indices { titleLines[index].origin.x = boardSize.width - titleLines[index].width }
    }
}

/// A text on a picture that isn't a chip: a line of its title, or the heading of a section.
public struct PictureHeading: Hashable, Sendable {
    /// The text, positioned relative to ``origin`` and before scaling.
    public var label: PictureChip
    /// The upper-left corner, in points from the board's upper-left corner.
    public var origin: CGPoint
    /// The size relative to the labels of chips.
    public var scale: Double
    /// The color.
    public var color: ThemeColor
    /// The line of chips that the heading belongs to; `nil` for the title.
    public var line: Int?

    /// The width in points.
    var width: Double { label.labelWidth * scale }

    /// Creates a text that starts at a point.
    init(
        _ text: String, at origin: CGPoint, scale: Double = 1, color: ThemeColor, line: Int? = nil, style: PictureStyle
    ) {
        let width = style.measurer.width(ofLabel: text)
        label = PictureChip(
            tag: text, isSelected: false, line: line ?? -1, frame: .zero, label: text, labelCenter: width / 2,
            labelWidth: width, isRightToLeft: style.measurer.isRightToLeft(text), baseline: style.measurer.font.ascent,
            mark: nil)
        self.origin = origin
        self.scale = scale
        self.color = color
        self.line = line
    }
}

/// Places the content of a chip.
private struct PictureComposer {
    let metrics: ChipMetrics
    let measurer: FontMeasurer

    func chip(_ chip: PlacedChip) -> PictureChip { self.chip(chip, orShorter: chip.tag) }

    /// Returns a chip with its name, or with a shorter name and less padding if the name doesn't fit.
    func chip(_ chip: PlacedChip, orShorter shorter: String) -> PictureChip {
        let node = metrics.layout(label: chip.label, isSelected: chip.isSelected, in: chip.frame.size)
        let origin = chip.frame.origin
        let room = node.first(id: ChipParts.Part.label)?.frame ?? .zero
        let mark = node.first(id: ChipParts.Part.mark)?.frame
        let isCut = room.width < chip.label.width
        let width = shorter == chip.tag ? room.width : max(room.width, chip.frame.width - 2)
        let label = isCut ? measurer.fitting(shorter, width: width) : chip.tag
        let ascent = metrics.ascent(ofLabelWithBaseline: chip.label.baseline)
        return PictureChip(
            tag: chip.tag, isSelected: chip.isSelected, line: chip.line, frame: chip.frame, label: label,
            labelCenter: origin.x + room.midX, labelWidth: isCut ? measurer.width(ofLabel: label) : chip.label.width,
            isRightToLeft: measurer.isRightToLeft(chip.tag), baseline: origin.y + room.minY + ascent,
            mark: mark?.offsetBy(dx: origin.x, dy: origin.y), color: chip.color)
    }
}

extension TextMeasurer {
    /// Returns the width of a label; 0 for a label that can't be measured.
    func width(ofLabel label: String) -> Double {
        // Measuring fails only for names with control characters, which another program must have stored.
        (try? measure(label))?.width ?? 0
    }
}

/// A chip of a picture.
///
/// Positions are in points from the board's upper-left corner.
public struct PictureChip: Hashable, Sendable {
    /// The tag's name.
    public var tag: String
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The 0-based index of the chip's line.
    public var line: Int
    /// The frame of the chip.
    public var frame: CGRect
    /// The tag's name, truncated with an ellipsis if the chip is too narrow.
    public var label: String
    /// The horizontal center of the label.
    public var labelCenter: Double
    /// The width of the label.
    public var labelWidth: Double
    /// Whether the label is written from right to left.
    public var isRightToLeft: Bool
    /// The vertical position of the label's baseline.
    public var baseline: Double
    /// The frame of the check mark, or `nil` if the tag isn't selected.
    public var mark: CGRect?
    /// The tag's color; `nil` if it has none.
    public var color: TagColor?
    /// The colors, if they don't depend on the selection.
    public var paint: Theme.ChipPaint?
}

/// The page sizes of PDF documents.
public enum PictureDocument {
    /// The minimum margin that printers need, in points (half an inch).
    public static let paperMargin: Double = 36

    /// The size of the pages of a document.
    ///
    /// ```swift
    /// PictureDocument.Page.letter.width  // 612 points
    /// PictureDocument.Page.fit.height  // nil: the height of the picture
    /// ```
    public enum Page: String, CaseIterable, Sendable {
        /// A single page as large as the picture, unless the picture is longer than 200 inches.
        case fit
        /// 210 × 297 mm.
        case a4
        /// 8.5 × 11 inches.
        case letter
    }
}

extension PictureDocument.Page {
    /// The width of a page in points; for ``fit``, the default width of a picture.
    public var width: Double {
        switch self {
        case .fit: 640
        case .a4: 210 / 25.4 * 72
        case .letter: 8.5 * 72
        }
    }

    /// The height of a page in points, or `nil` for the height of the picture.
    public var height: Double? {
        switch self {
        case .fit: nil
        case .a4: 297 / 25.4 * 72
        case .letter: 11 * 72
        }
    }
}

/// An error in drawing a picture.
public enum PictureError: Error, Hashable, Sendable {
    /// The picture has too many pixels; the size is in pixels.
    case tooLarge(width: Double, height: Double)
    /// A page is larger than PDF readers are required to support; the size is in points.
    case pageTooLarge(width: Double, height: Double)
    /// Cairo failed with the given message.
    case failed(String)
    /// The caller canceled the drawing.
    case cancelled
}

extension PictureError: CustomStringConvertible {
    /// The problem and a way around it, on one line.
    public var description: String {
        switch self {
        case .tooLarge(let width, let height):
            """
            a picture of \(SVGNumber(width.rounded())) by \(SVGNumber(height.rounded())) pixels cannot be drawn; \
            take a smaller --scale, another --width, or svg
            """
        case .pageTooLarge(let width, let height):
            """
            a page of \(SVGNumber(width.rounded())) by \(SVGNumber(height.rounded())) points cannot be shown; \
            take another --width, --page a4, or svg
            """
        case .failed(let reason): "the picture could not be drawn: \(reason)"
        case .cancelled: "the picture is no longer wanted"
        }
    }
}

/// A theme and the installed font that matches it.
///
/// ```swift
/// let style = try PictureStyle(theme: .light, font: "Noto Sans 30")
/// style.theme.spacing  // 16: twice the light theme's spacing, as the font is twice the size
/// ```
public struct PictureStyle: Sendable {
    /// The theme, scaled to the size of the font.
    public var theme: Theme
    /// The measurer of the labels.
    public let measurer: FontMeasurer

    let fontName: String
    let language: String

    /// Creates a style and looks up its font.
    ///
    /// - Parameters:
    ///   - theme: the theme.
    ///   - font: a font in Pango's notation that replaces the theme's font; its size is optional.
    ///   - language: a BCP 47 tag that selects the regional forms of Han characters; `und` for none.
    /// - Throws: `FontError` if a font isn't installed, or if this system can't draw pictures.
    public init(theme: Theme, font: String? = nil, language: String = "und") throws(FontError) {
        let own = try FontMeasurer(font: theme.font, language: language)
        measurer =
            try font.map { name throws(FontError) in
                try FontMeasurer(font: name, defaultSize: own.font.size, language: language)
            } ?? own
        fontName = font ?? theme.font
        self.language = language
        self.theme = theme.scaled(by: measurer.font.size / own.font.size)
    }

    /// Returns a request for a board that can be drawn in this style.
    ///
    /// - Parameters:
    ///   - width: the width of the picture in points; infinity places all chips on one line.
    ///   - settings: settings that override those of the set, except for the width and the distances.
    ///   - selectedOnly: whether the picture shows only selected tags.
    /// - Returns: the request.
    public func request(
        width: Double, settings: LayoutSettings = LayoutSettings(), selectedOnly: Bool = false
    ) -> BoardRequest {
        var settings = settings
        // The set's values are in terminal cells.
        settings.width = max(0, width - 2 * theme.margin)
        settings.spacing = theme.spacing
        settings.lineSpacing = theme.lineSpacing
        let metrics = metrics(settings.layoutDirection ?? .leftToRight)
        var request = BoardRequest(
            unit: .point, width: width, settings: settings, selectedOnly: selectedOnly,
            chipSize: { metrics.size(label: $0.label) })
        request.countsHidden = true
        return request
    }

    func metrics(_ layoutDirection: LayoutDirection) -> ChipMetrics {
        ChipMetrics(theme: theme, font: measurer.font, layoutDirection: layoutDirection)
    }
}
