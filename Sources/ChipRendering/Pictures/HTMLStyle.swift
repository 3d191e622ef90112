internal import FlowEngine
internal import Foundation
internal import TextMeasurement

/// The style sheet of an ``HTMLPicture``.
struct HTMLStyle {
    private let picture: Picture

    init(_ picture: Picture) { self.picture = picture }

    var text: String {
        [
            page, list, chip, paints(picture.theme.chip, ".face"),
            paints(picture.theme.selected, "input:checked + .face"), marks, button, lines,
        ]
        .joined(separator: "\n")
    }

    /// Extra width in pixels, because browsers that compute in 64ths of a pixel make rounding errors.
    private static let slack = 0.05

    private var theme: Theme { picture.theme }
    private var font: ResolvedFont { picture.font }

    private var page: String {
        let face = font.cssFace.map { "\($0.name): \($0.value); " }.joined()
        let background = theme.background.map { "background: \($0.hex); " } ?? ""
        return """
            * { box-sizing: border-box; }
            body { margin: 0; padding: \(px(picture.margin)); \(background)color: \(theme.chip.text.hex); \
            font: \(px(font.size))/\(px(font.ascent + font.descent)) \(HTMLStyle.safe(font.cssFamilies)); \(face)}
            body > svg { position: absolute; }
            main { container-type: inline-size; }
            """
    }

    private var list: String {
        let layout = picture.layout
        return """
            .chips { display: flex; flex-wrap: \(layout.verticalDirection == .up ? "wrap-reverse" : "wrap"); \
            gap: \(px(Double(layout.lineSpacing ?? 0))) \(px(Double(layout.spacing ?? 0))); \
            justify-content: \(Self.keyword(of: layout.alignment)); \
            align-items: \(Self.keyword(of: layout.lineAlignment)); \
            max-width: \(px(Double(picture.boardSize.width) + Self.slack)); }
            .chip { flex: none; max-width: 100%; }
            """
    }

    /// The rules for chips.
    ///
    /// A chip has the same width as on the board even in another font.
    ///
    /// If the browser's font is wider, the label takes up some of the padding, unless the board has
    /// truncated the label.
    private var chip: String {
        """
        label { display: block; position: relative; height: 100%; cursor: pointer; }
        input { position: absolute; inset: 0; margin: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
        .face { display: flex; align-items: center; justify-content: center; gap: \(px(theme.markSpacing)); \
        height: 100%; padding: 0 \(px(theme.padding.horizontal / 3)); \
        border-style: solid; border-radius: \(theme.radius.map(px) ?? "9999px"); white-space: pre; overflow: hidden; }
        .cut .face { padding: 0 \(px(max(0, theme.padding.horizontal - theme.selected.borderWidth))); }
        .label { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
        input:focus-visible + .face { outline: 2px solid \(theme.selected.fill.hex); outline-offset: 2px; }
        """
    }

    private func paints(_ paint: Theme.ChipPaint, _ selector: String) -> String {
        """
        \(selector) { background: \(paint.fill.hex); border-color: \(paint.border.hex); \
        border-width: \(px(paint.borderWidth)); color: \(paint.text.hex); }
        """
    }

    private var marks: String {
        let size = px(theme.markSize)
        return """
            .mark { flex: none; display: none; width: \(size); height: \(size); fill: none; stroke: currentColor; \
            stroke-linecap: round; stroke-linejoin: round; overflow: visible; }
            input:checked + .face .mark { display: block; }
            """
    }

    private var button: String {
        """
        #copy { margin-top: \(px(theme.margin)); padding: 6px 14px; font: inherit; color: inherit; \
        background: transparent; border: 1px solid \(theme.chip.border.hex); border-radius: 8px; cursor: pointer; }
        """
    }

    /// The rules that keep lines together if the page is at least as wide as the picture.
    private var lines: String {
        """
        .line { display: contents; }
        @container (min-width: \(px(Double(picture.boardSize.width)))) { \
        .line { display: flex; flex: 0 0 100%; column-gap: inherit; justify-content: inherit; align-items: inherit; } }
        """
    }

    private func px(_ length: Double) -> String { "\(SVGNumber(length))px" }

    /// Escapes an untrusted value so that it can't close the `style` element.
    private static func safe(_ value: String) -> String { value.replacing("<", with: "\\3C ") }

    private static func keyword(of alignment: FlowAlignment) -> String {
        switch alignment {
        case .leading: "flex-start"
        case .center: "safe center"
        case .trailing: "flex-end"
        case .spaceBetween: "space-between"
        case .spaceAround: "space-around"
        case .spaceEvenly: "space-evenly"
        }
    }

    private static func keyword(of alignment: FlowLineAlignment) -> String {
        switch alignment {
        case .top, .leading: "flex-start"
        case .center: "center"
        case .stretch: "stretch"
        default: "flex-end"
        }
    }
}
