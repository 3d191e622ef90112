internal import FlowEngine
internal import Foundation
public import TagService
public import TextMeasurement

/// The style of a picture: a theme, and the font found for it.
public struct PictureStyle: Sendable {
    /// The theme, scaled to the size of the font.
    public var theme: Theme
    /// The measurer of the labels.
    public let measurer: FontMeasurer

    let fontName: String
    let language: String

    /// Creates a style, with the font of the theme or another one.
    ///
    /// - Parameters:
    ///   - theme: the theme.
    ///   - font: a font in Pango's notation that replaces the theme's; without a size, it has the theme's.
    ///   - language: the language that determines the forms of Han characters, as a BCP 47 tag; `und` means none.
    /// - Throws: `FontError` if a font is not installed, or if pictures can't be drawn on this system.
    public init(
        theme: Theme,
        font: String? = nil,
        language: String = "und"
    ) throws(FontError) {
        let own = try FontMeasurer(font: theme.font, language: language)
        measurer =
            try font.map { name throws(FontError) in
                try FontMeasurer(font: name, defaultSize: own.font.size, language: language)
            } ?? own
        fontName = font ?? theme.font
        self.language = language
        self.theme = theme.scaled(by: measurer.font.size / own.font.size)
    }

    /// The request for a board that can be drawn in this style.
    ///
    /// - Parameters:
    ///   - width: the width of the picture in points; infinity lays all chips out on one line.
    ///   - settings: settings that take precedence over the set's; distances and width are the theme's.
    ///   - selectedOnly: whether the picture shows only selected tags.
    /// - Returns: the request.
    public func request(
        width: Double,
        settings: LayoutSettings = LayoutSettings(),
        selectedOnly: Bool = false
    ) -> BoardRequest {
        var settings = settings
        // The set's own values are in cells of a terminal.
        settings.width = max(0, width - 2 * theme.margin)
        settings.spacing = theme.spacing
        settings.lineSpacing = theme.lineSpacing
        let metrics = metrics(settings.layoutDirection ?? .leftToRight)
        var request = BoardRequest(
            unit: .point,
            width: width,
            settings: settings,
            selectedOnly: selectedOnly,
            chipSize: { metrics.size(label: $0.label) }
        )
        request.countsHidden = true
        return request
    }

    func metrics(_ layoutDirection: LayoutDirection) -> ChipMetrics {
        ChipMetrics(theme: theme, font: measurer.font, layoutDirection: layoutDirection)
    }
}
