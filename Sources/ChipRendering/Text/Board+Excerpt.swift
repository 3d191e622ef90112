internal import Foundation
public import TagService

extension Board {
    /// The board with only the lines that contain the given tags, moved together.
    ///
    /// - Parameters:
    ///   - tags: the names of the tags.
    ///   - limit: the most rows that the lines may take; lines that come after are left out as well.
    /// - Returns: the board; chips that were left out count as hidden.
    /// - Complexity: linear in the chips.
    public func excerpt(ofLinesWith tags: Set<String>, rows limit: Int) -> Board {
        let wanted = Set(chips.lazy.filter { tags.contains($0.tag) }.map(\.line))
        let lines = Dictionary(grouping: chips.filter { wanted.contains($0.line) }, by: \.line)
            .values.sorted { Self.top(of: $0) < Self.top(of: $1) }
        var excerpt = self
        excerpt.chips = []
        excerpt.size.height = 0
        for line in lines {
            let (top, bottom) = (Self.top(of: line), line.map(\.frame.maxY).max() ?? 0)
            guard excerpt.size.height + bottom - top <= Double(limit) else { break }
            let distance = excerpt.size.height - top
            excerpt.chips += line.map { chip in
                var chip = chip
                chip.frame = chip.frame.offsetBy(dx: 0, dy: distance)
                return chip
            }
            excerpt.size.height += bottom - top
        }
        excerpt.hidden += chips.count - excerpt.chips.count
        return excerpt
    }

    private static func top(of line: [PlacedChip]) -> CGFloat {
        line.map(\.frame.minY).min() ?? 0
    }
}
