internal import FlowEngine
internal import Foundation

/// The lines of a page whose ends the browser's own flow would not put where the board has them.
///
/// Such lines are kept together where the page is as wide as the picture; in narrower pages they dissolve, and
/// the chips flow freely.
struct HTMLFlow {
    private let picture: Picture

    init(_ picture: Picture) {
        self.picture = picture
    }

    /// Whether lines must be kept together.
    private var keepsLines: Bool {
        picture.layout.lineBreaking != .greedy || picture.layout.justified
    }

    /// The chips, each as a closure writes it, in their lines where those are kept together.
    func markup(of item: (Int, PictureChip) -> String) -> String {
        var text = ""
        for (index, chip) in picture.chips.enumerated() {
            if keepsLines, index == 0 || chip.line != picture.chips[index - 1].line {
                text += index == 0 ? Self.lineStart : Self.lineEnd + Self.lineStart
            }
            text += item(index, chip)
        }
        return text + (keepsLines && !picture.chips.isEmpty ? Self.lineEnd : "")
    }

    private static let lineStart = "<div class=\"line\" role=\"presentation\">\n"
    private static let lineEnd = "</div>\n"
}
