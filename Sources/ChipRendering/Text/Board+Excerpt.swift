internal import Foundation
public import TagService

extension Board {
    /// Returns a board with only the lines that contain any of the given tags, without gaps.
    ///
    /// Omitted chips count as hidden.
    ///
    /// - Parameters:
    ///   - tags: the names of the tags.
    ///   - limit: the maximum height in rows; the first line that doesn't fit and all later lines are omitted.
    /// - Returns: the board with these lines.
    /// - Complexity: linear in the chips.
    public func excerpt(ofLinesWith tags: Set<String>, rows limit: Int) -> Board {
        let wanted = Set(chips.lazy.filter { tags.contains($0.tag) }.map(\.line))
        let lines = Dictionary(grouping: chips.filter { wanted.contains($0.line) }, by: \.line).values
            .sorted { Self.top(of: $0) < Self.top(of: $1) }
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

    private static func top(of line: [PlacedChip]) -> CGFloat { line.map(\.frame.minY).min() ?? 0 }
}
