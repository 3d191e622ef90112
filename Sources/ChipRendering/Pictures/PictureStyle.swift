internal import FlowEngine
internal import Foundation
public import TagService
public import TextMeasurement

/// How pictures of boards are made: the theme, and the font that was found for it.
public struct PictureStyle: Sendable {
    /// The theme, in the size of the font.
    public var theme: Theme
    /// What measures the labels.
    public let measurer: FontMeasurer

    let fontName: String
    let language: String

    /// Finds the font of a theme, or another one in its place.
    ///
    /// - Parameters:
    ///   - theme: the theme.
    ///   - font: a font in Pango's notation in place of the theme's; the theme's size where it has none.
    ///   - language: the language whose forms Han characters take, as BCP 47 names it; `und` is none.
    /// - Throws: `FontError` where a font is not installed, or pictures cannot be drawn on this system.
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

    /// What to ask the service for, so that the board it gives can be drawn.
    ///
    /// - Parameters:
    ///   - width: the width of the picture, in points; infinite is one line.
    ///   - settings: settings over those that the set keeps; distances and width are the theme's.
    ///   - selectedOnly: whether only selected tags are on the picture.
    /// - Returns: the request.
    public func request(
        width: Double,
        settings: LayoutSettings = LayoutSettings(),
        selectedOnly: Bool = false
    ) -> BoardRequest {
        var settings = settings
        // The set keeps these in cells of a terminal.
        settings.width = max(0, width - 2 * theme.margin)
        settings.spacing = theme.spacing
        settings.lineSpacing = theme.lineSpacing
        let composition = composition(settings.layoutDirection ?? .leftToRight)
        return BoardRequest(
            unit: .point,
            width: width,
            settings: settings,
            selectedOnly: selectedOnly,
            chipSize: { composition.size(label: $0.label) }
        )
    }

    func composition(_ layoutDirection: LayoutDirection) -> ChipComposition {
        ChipComposition(theme: theme, font: measurer.font, layoutDirection: layoutDirection)
    }
}
