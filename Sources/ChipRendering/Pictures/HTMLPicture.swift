internal import FlowEngine
internal import Foundation
internal import TagCore
internal import TagService
internal import TextMeasurement

/// A picture as a single HTML file, whose chips can be toggled and reflow when the window is resized.
///
/// In a window as wide as the picture, the chips have the same positions as on the board. Without
/// JavaScript, everything except the copy button works.
///
/// ```swift
/// let page = HTMLPicture(picture).text  // "<!DOCTYPE html>\n<html>\n<head>\n…"
/// ```
public struct HTMLPicture {
    /// The document, ending with a newline.
    public let text: String

    /// Draws a picture.
    ///
    /// - Complexity: Linear in the chips.
    public init(_ picture: Picture) { self.init(picture) { (_: Double) throws(Never) in } }

    /// Draws a picture and reports the progress.
    ///
    /// - Complexity: Linear in the chips.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - progress: called after each chip with the completed fraction, from 0 to 1; throw to stop drawing.
    /// - Throws: the errors thrown by `progress`.
    public init<Failure>(_ picture: Picture, progress: (Double) throws(Failure) -> Void) throws(Failure) {
        let chips = try HTMLFlow(picture)
            .markup(progress: progress) { chip in chip == picture.more ? Self.note(chip) : Self.item(chip) }
        text = Self.head(of: picture) + chips + Self.tail
    }

    private static func head(of picture: Picture) -> String {
        let language = picture.language == "und" ? "" : " lang=\"\(MarkupText(picture.language))\""
        let title = MarkupText(picture.title)
        let direction = picture.layoutDirection == .rightToLeft ? " dir=\"rtl\"" : ""
        return """
            <!DOCTYPE html>
            <html\(language)>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(HTMLScript.policy)">
            \(ExportMark.metaElement)
            <title>\(title)</title>
            <style>
            \(HTMLStyle(picture).text)
            </style>
            </head>
            <body>
            <svg width="0" height="0" aria-hidden="true"><symbol id="mark" viewBox="0 0 1 1">\(mark)</symbol></svg>
            <main\(direction)>\(heading(of: picture))

            """
    }

    /// Returns the title, and a line below it if there is one.
    private static func heading(of picture: Picture) -> String {
        picture.titleLines.enumerated()
            .map { place, line in
                let text = MarkupText(line.label.tag)
                return place == 0 ? "\n<h1>\(text)</h1>" : "\n<p class=\"details\">\(text)</p>"
            }
            .joined()
    }

    private static let tail = """
        <button type="button" id="copy" hidden>Copy selected</button>
        </main>
        <script>\(HTMLScript.text)</script>
        </body>
        </html>

        """

    private static var mark: String {
        let points = CheckMark.unitPoints.map { "\(SVGNumber($0.x)) \(SVGNumber($0.y))" }.joined(separator: "L")
        return "<path d=\"M\(points)\" stroke-width=\"\(SVGNumber(CheckMark.unitLineWidth))\"/>"
    }

    /// The "+N more" chip, which can't be toggled.
    private static func note(_ chip: PictureChip) -> String {
        """
        <div class="chip" role="listitem" style="\(size(of: chip))"><span class="face">\
        <span class="label" dir="auto">\(MarkupText(chip.tag))</span></span></div>

        """
    }

    private static func size(of chip: PictureChip) -> String {
        "width:\(SVGNumber(chip.frame.width))px;height:\(SVGNumber(chip.frame.height))px"
    }

    private static func item(_ chip: PictureChip) -> String {
        let name = MarkupText(chip.tag)
        let checked = chip.isSelected ? " checked" : ""
        let isCut = chip.label != chip.tag
        let color = chip.color.map { " \($0.rawValue)" } ?? ""
        return """
            <div class="chip\(isCut ? " cut" : "")\(color)" role="listitem" style="\(size(of: chip))">\
            <label\(isCut ? " title=\"\(name)\"" : "")><input type="checkbox" value="\(name)"\(checked)>\
            <span class="face"><svg class="mark" aria-hidden="true"><use href="#mark"/></svg>\
            <span class="label" dir="auto">\(name)</span></span></label></div>

            """
    }
}

/// The chips of a page, grouped into lines if a browser would break lines in different places.
///
/// The grouping has an effect only on pages that are at least as wide as the picture. On narrower
/// pages, the browser breaks lines.
private struct HTMLFlow {
    private let picture: Picture

    init(_ picture: Picture) { self.picture = picture }

    /// Whether the chips must be grouped, because browsers always break lines greedily.
    private var keepsLines: Bool { picture.layout.lineBreaking != .greedy || picture.layout.justified }

    /// Returns the markup of all chips, as written by `item`, in sections and grouped into lines if necessary.
    ///
    /// - Complexity: linear in the chips.
    func markup<Failure>(
        progress: (Double) throws(Failure) -> Void, of item: (PictureChip) -> String
    ) throws(Failure) -> String {
        let chips = picture.drawnChips
        var headings = picture.headings[...]
        var text = headings.isEmpty ? listStart(of: picture.title) : ""
        for (index, chip) in chips.enumerated() {
            let isNewLine = index == 0 || chip.line != chips[index - 1].line
            let heading = headings.first.flatMap { $0.line ?? 0 <= chip.line ? $0 : nil }
            let startsSection = heading != nil || index == 0 && !headings.isEmpty
            if keepsLines, isNewLine, index > 0 { text += Self.lineEnd }
            if startsSection { text += (index > 0 ? Self.sectionEnd : "") + sectionStart(heading) }
            if heading != nil { headings.removeFirst() }
            if keepsLines, isNewLine { text += Self.lineStart }
            text += item(chip)
            try progress(Double(index + 1) / Double(chips.count))
        }
        text += keepsLines && !chips.isEmpty ? Self.lineEnd : ""
        return text + (picture.headings.isEmpty ? "</div>\n" : Self.sectionEnd)
    }

    private func listStart(of name: String) -> String {
        "<div class=\"chips\" role=\"list\" aria-label=\"\(MarkupText(name))\">\n"
    }

    private func sectionStart(_ heading: PictureHeading?) -> String {
        let text = heading.map { "\n<h2 dir=\"auto\">\(MarkupText($0.label.tag))</h2>" } ?? ""
        return "<section>\(text)\n\(listStart(of: heading?.label.tag ?? picture.title))"
    }

    private static let lineStart = "<div class=\"line\" role=\"presentation\">\n"
    private static let lineEnd = "</div>\n"
    private static let sectionEnd = "</div>\n</section>\n"
}

/// The script of a page, which shows the copy button and copies the selected tags, one per line.
enum HTMLScript {
    static let text = """
        "use strict";
        const button = document.getElementById("copy");
        const words = button.textContent;
        const selected = () => Array.from(document.querySelectorAll(".chips input:checked"), box => box.value);
        const copyByCommand = text => {
          const area = document.createElement("textarea");
          area.value = text;
          document.body.append(area);
          area.select();
          const done = document.execCommand("copy");
          area.remove();
          if (!done) throw new Error("copying is not allowed here");
        };
        button.hidden = false;
        button.addEventListener("click", async () => {
          const text = selected().join("\\n");
          try {
            await navigator.clipboard.writeText(text);
          } catch {
            copyByCommand(text);
          }
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = words; }, 1500);
        });
        """

    /// The SHA-256 hash of the script, the only script allowed by the page's policy.
    static let hash = "sha256-ijcroCQZH5SF5GGfgIudyf+PFQX9fxL0zg6svhCe3sw="

    /// The content security policy, which allows inline styles and this script, and nothing else.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src '\(hash)'; base-uri 'none'; form-action 'none'"
}

/// The style sheet of an ``HTMLPicture``.
struct HTMLStyle {
    private let picture: Picture

    init(_ picture: Picture) { self.picture = picture }

    var text: String {
        let rules =
            [page, list, chip, paints(theme.chip, ".face"), paints(theme.selected, "input:checked + .face")]
            + colors.flatMap { paints($0) } + [marks, button, lines]
        return rules.joined(separator: "\n")
    }

    /// The colors of the chips.
    private var colors: [TagColor] {
        let used = Set(picture.chips.compactMap(\.color))
        return TagColor.allCases.filter(used.contains)
    }

    private func paints(_ color: TagColor) -> [String] {
        [
            paints(theme.paint(of: color, isSelected: false), ".\(color.rawValue) .face"),
            paints(theme.paint(of: color, isSelected: true), ".\(color.rawValue) input:checked + .face"),
        ]
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
            main { container-type: inline-size; }\(heading)
            """
    }

    /// The rules for the title and the headings of sections; letters are next to their chips.
    private var heading: String {
        var rules = ""
        for (place, line) in picture.titleLines.enumerated() {
            let end = place == picture.titleLines.count - 1 ? theme.lineSpacing * (place == 0 ? 1 : 1.5) : 0
            rules += """

                \(place == 0 ? "h1" : ".details") { margin: 0 0 \(px(end.rounded())); color: \(line.color.hex); \
                font: inherit; font-size: \(px(font.size * line.scale)); line-height: 1.2; }
                """
        }
        guard let first = picture.headings.first else { return rules }
        let isBeside = picture.gutter > 0
        let space = (theme.lineSpacing * 1.5).rounded()
        let end = (theme.lineSpacing / 2).rounded(.up)
        rules += """

            section + section { margin-top: \(px(space)); }
            h2 { margin: 0 0 \(px(isBeside ? 0 : end)); font: inherit; color: \(first.color.hex); }
            """
        guard isBeside else { return rules }
        let height = picture.chips.first.map { Double($0.frame.height) } ?? 0
        return rules + """

            section { display: flex; }
            h2 { flex: none; width: \(px(picture.gutter)); line-height: \(px(height)); }
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
        background: transparent; border: 1px solid \(theme.quiet.hex); border-radius: 8px; cursor: pointer; }
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
