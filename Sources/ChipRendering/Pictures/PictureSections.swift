internal import FlowEngine
internal import Foundation
public import TagService
internal import TextMeasurement

/// The chips of a board in groups with headings.
package enum BoardGroups {
    /// A heading, which is empty for tags without a namespace, and the chips below it.
    package typealias Group = (heading: String, chips: [PlacedChip])

    /// The minimum number of chips that get the heading of their namespace.
    private static let leastMembers = 2

    /// Returns the namespace of a tag with its separator, such as `role::`; empty if it has none.
    package static func namespace(of tag: String) -> String {
        guard let colon = tag.firstIndex(of: ":"), colon > tag.startIndex else { return "" }
        let start = tag[colon...].prefix { $0 == ":" }
        let (name, rest) = (tag[..<colon], tag[start.endIndex...])
        let isNamespace = !name.contains(where: \.isWhitespace) && start.count <= 2
        guard isNamespace, let first = rest.first, !first.isWhitespace, first != "/" else { return "" }
        return String(tag[..<start.endIndex])
    }

    /// Returns the chips by namespace, in the order of the board, with other chips first.
    ///
    /// - Complexity: Linear in the number of chips.
    package static func byNamespace(_ chips: [PlacedChip]) -> [Group] {
        let names = chips.map { namespace(of: $0.tag) }
        let counts = names.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        var order: [String] = [""]
        var groups: [String: [PlacedChip]] = [:]
        for (chip, name) in zip(chips, names) {
            let name = counts[name, default: 0] >= leastMembers ? name : ""
            if groups[name] == nil, !name.isEmpty { order.append(name) }
            groups[name, default: []].append(chip)
        }
        return order.compactMap { name in groups[name].map { (name, $0) } }
    }

    /// Returns the chips by the first letter of their tags, sorted; chips without a letter or digit are last.
    ///
    /// - Complexity: O(n log n) for n chips.
    static func byLetter(_ chips: [PlacedChip]) -> [Group] {
        let keyed = chips.map { (key: Self.folded($0.tag), chip: $0) }.sorted { $0.key < $1.key }
        let groups = Dictionary(grouping: keyed) { letter(of: $0.key) }
        return groups.keys.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }
            .map { letter in (letter.isEmpty ? "…" : letter, groups[letter]?.map(\.chip) ?? []) }
    }

    private static func folded(_ tag: String) -> String {
        tag.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Returns the first letter as a heading, `0–9` for a digit, and nothing for a text without letters and digits.
    private static func letter(of text: String) -> String {
        guard let first = text.first(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return first.isNumber ? "0–9" : first.uppercased()
    }
}

/// A large board whose chips are in sections: by namespace or, if few tags have one, by first letter.
///
/// A namespace is above its chips, and a letter is next to them:
///
/// ```text
/// role::                           A  (abacus) (apple)
/// (role::program) (role::person)   B  (beach)
/// ```
public struct PictureSections: Sendable {
    /// The heading of a section.
    struct Heading: Hashable, Sendable {
        let text: String
        /// The upper-left corner of the text; in a board from right to left, the upper-right corner.
        let origin: CGPoint
        /// The first line of the section.
        let line: Int
    }

    /// The board with its chips in sections; the board as it was if it has no sections.
    public private(set) var board: Board
    private(set) var headings: [Heading] = []
    /// The width of the column with the headings next to the chips; 0 if they are above.
    private(set) var gutter = 0.0

    /// The minimum number of chips of a board with sections.
    public static let leastChips = 60
    /// The minimum average number of chips per letter.
    private static let leastPerLetter = 3

    private let style: PictureStyle

    /// Arranges the chips of a board.
    ///
    /// A board with fewer than 60 chips, with hidden chips, on a single line, or whose lines run up, has no sections.
    ///
    /// - Complexity: O(n log n) for n chips.
    public init(_ board: Board, style: PictureStyle) {
        self.board = board
        self.style = style
        guard board.chips.count >= Self.leastChips, board.hidden == 0, board.width.isFinite,
            board.layout.axis == .horizontal, board.layout.verticalDirection == .down
        else { return }
        let named = BoardGroups.byNamespace(board.chips)
        let namedChips = named.filter { !$0.heading.isEmpty }.reduce(0) { $0 + $1.chips.count }
        if named.count > 2, 2 * namedChips >= board.chips.count {
            arrange(named)
            return
        }
        let letters = BoardGroups.byLetter(board.chips)
        guard letters.count * Self.leastPerLetter <= board.chips.count else { return }
        let widest = letters.map { style.measurer.width(ofLabel: $0.heading) }.max() ?? 0
        gutter = (widest + style.theme.spacing).rounded(.up)
        arrange(letters)
    }

    private var font: Double { style.measurer.font.ascent + style.measurer.font.descent }

    /// Stacks groups, with headings above their chips or in a gutter next to them.
    private mutating func arrange(_ groups: [BoardGroups.Group]) {
        let isMirrored = board.layoutDirection == .rightToLeft
        var arranged = board
        (arranged.chips, arranged.size) = ([], .zero)
        var (top, line) = (0.0, 0)
        for group in groups {
            if top > 0 { top += (style.theme.lineSpacing * 1.5).rounded() }
            let isAbove = gutter == 0 && !group.heading.isEmpty
            let chipsTop = isAbove ? top + (font + style.theme.lineSpacing / 2).rounded(.up) : top
            let section = section(of: group.chips, width: max(board.width - gutter, 1))
            let left = isMirrored ? 0 : gutter
            arranged.chips += section.chips.map { chip in
                var chip = chip
                chip.line += line
                chip.frame = chip.frame.offsetBy(dx: left, dy: chipsTop)
                return chip
            }
            if !group.heading.isEmpty {
                let height = section.chips.first?.frame.height ?? 0
                let y = isAbove ? top : chipsTop + ((Double(height) - font) / 2).rounded()
                let origin = CGPoint(x: isMirrored ? board.width : 0, y: y)
                headings.append(Heading(text: group.heading, origin: origin, line: line))
            }
            arranged.size.width = max(arranged.size.width, section.size.width + gutter)
            top = chipsTop + section.size.height
            line += section.lines
        }
        arranged.size.height = top
        if isMirrored { arranged.size.width = max(arranged.size.width, board.width) }
        board = arranged
    }

    /// Lays out the chips of a section from the origin.
    private func section(of chips: [PlacedChip], width: Double) -> (chips: [PlacedChip], size: CGSize, lines: Int) {
        let metrics = style.metrics(board.layoutDirection)
        let sizes = chips.map { chip in
            let size = metrics.size(label: chip.label)
            return CGSize(width: min(size.width, width), height: size.height)
        }
        let fillsWidth = board.layoutDirection == .rightToLeft || board.layout.alignment != .leading
        let arrangement = board.layout.arrange(
            sizes, proposal: ProposedViewSize(width: width, height: nil),
            bounds: fillsWidth ? CGSize(width: width, height: 0) : nil, layoutDirection: board.layoutDirection)
        var placed: [PlacedChip] = []
        for (line, content) in arrangement.lines.enumerated() {
            for index in content.items where index < arrangement.frames.count {
                var chip = chips[index]
                (chip.frame, chip.line) = (arrangement.frames[index], line)
                placed.append(chip)
            }
        }
        return (placed, arrangement.size, arrangement.lines.count)
    }
}

extension PictureStyle {
    /// The width of a picture without another width: 640 points, or more for a large board.
    ///
    /// The width grows with the square root of the area of all chips, so that a picture is about 3:2.
    ///
    /// ```text
    /// 20 chips    640 points
    /// 300 chips   about 1,600 points
    /// ```
    ///
    /// - Parameter board: the board, laid out for a smaller width.
    /// - Returns: the width in points, including the margins.
    /// - Complexity: O(n) for n chips.
    public func width(for board: Board) -> Double {
        let area = Double(board.size.width + theme.spacing) * Double(board.size.height + theme.lineSpacing)
        let least = PictureDocument.Page.fit.width
        guard area.isFinite else { return least }
        return max(least, ((area * 1.5).squareRoot() + 2 * theme.margin).rounded(.up))
    }
}
