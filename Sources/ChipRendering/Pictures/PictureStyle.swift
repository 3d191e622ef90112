internal import FlowEngine
internal import Foundation
public import TagService
public import TextMeasurement

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
