internal import Foundation

/// The lines of a picture, divided onto pages.
struct PicturePages {
    /// A page: its chips, and where on the board it starts and ends.
    struct Page: Hashable {
        var chips: [PictureChip]
        var top: Double
        var bottom: Double
    }

    let pages: [Page]

    /// Divides a picture between lines onto pages with room of a height; a line that is higher has a page to itself.
    ///
    /// - Complexity: Linear in the chips, and n log n in the lines.
    init(of picture: Picture, height: Double) {
        var pages: [Page] = []
        for line in Self.lines(of: picture) {
            if let last = pages.last, line.bottom - last.top <= height {
                pages[pages.count - 1].chips += line.chips
                pages[pages.count - 1].bottom = max(last.bottom, line.bottom)
            } else {
                pages.append(line)
            }
        }
        self.pages = pages.isEmpty ? [Page(chips: [], top: 0, bottom: 0)] : pages
    }

    /// The lines from top to bottom, each as a page of its own.
    private static func lines(of picture: Picture) -> [Page] {
        let chips = Dictionary(grouping: picture.chips, by: \.line)
        let lines = chips.values.map { chips in
            let top = chips.map { Double($0.frame.minY) }.min() ?? 0
            let bottom = chips.map { Double($0.frame.maxY) }.max() ?? 0
            return Page(chips: chips, top: top, bottom: bottom)
        }
        return lines.sorted { $0.top < $1.top }
    }
}
