internal import FlowEngine
internal import Foundation
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
            <title>\(title)</title>
            <style>
            \(HTMLStyle(picture).text)
            </style>
            </head>
            <body>
            <svg width="0" height="0" aria-hidden="true"><symbol id="mark" viewBox="0 0 1 1">\(mark)</symbol></svg>
            <main>
            <div class="chips" role="list" aria-label="\(title)"\(direction)>

            """
    }

    private static let tail = """
        </div>
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
        return """
            <div class="chip\(isCut ? " cut" : "")" role="listitem" style="\(size(of: chip))">\
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

    /// Returns the markup of all chips, as written by `item`, grouped into lines if necessary.
    ///
    /// - Complexity: linear in the chips.
    func markup<Failure>(
        progress: (Double) throws(Failure) -> Void, of item: (PictureChip) -> String
    ) throws(Failure) -> String {
        var text = ""
        let chips = picture.drawnChips
        for (index, chip) in chips.enumerated() {
            if keepsLines, index == 0 || chip.line != chips[index - 1].line {
                text += index == 0 ? Self.lineStart : Self.lineEnd + Self.lineStart
            }
            text += item(chip)
            try progress(Double(index + 1) / Double(chips.count))
        }
        return text + (keepsLines && !chips.isEmpty ? Self.lineEnd : "")
    }

    private static let lineStart = "<div class=\"line\" role=\"presentation\">\n"
    private static let lineEnd = "</div>\n"
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
