internal import FlowEngine
internal import Foundation

/// Line ends of a board that the style sheet's own flow would not put in the same places.
struct HTMLFlow {
    private let chips: [PictureChip]
    private let isNeeded: Bool

    init(_ picture: Picture) {
        chips = picture.chips
        isNeeded = picture.layout.lineBreaking != .greedy
    }

    /// The markup of a line end, where one is needed before a chip.
    ///
    /// It holds in windows of the picture's width only; in others the chips flow freely.
    func breakBefore(chipAt index: Int) -> String {
        guard isNeeded, index > 0, chips[index].line != chips[index - 1].line else { return "" }
        return "<li class=\"break\" role=\"presentation\"></li>\n"
    }
}
