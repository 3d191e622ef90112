internal import ChipRendering
internal import TagService
internal import TextMeasurement

/// Tags with their keys and widths, computed in advance for a picker.
///
/// Tags that are loaded later are prepared in the background, so that the picker keeps responding to
/// keys.
struct PreparedTags: Sendable {
    private(set) var tags: [PickableTag]
    private(set) var filter: TagFilter
    /// The width of each tag's chip, in cells.
    private(set) var cells: [Int]

    /// Prepares tags.
    ///
    /// - Complexity: Linear in the length of the names.
    init(_ tags: [PickableTag] = [], widths: TerminalWidths) {
        self.tags = tags
        filter = TagFilter(tags)
        cells = tags.map {
            ChipStyle.pill.width(labelCells: widths.cells(in: TerminalText.printable($0.name)))
        }
    }

    /// Appends tags.
    mutating func append(_ more: PreparedTags) {
        tags += more.tags
        filter.append(more.filter)
        cells += more.cells
    }

    /// See `TagFilter.setAffinities`.
    mutating func learn(_ affinities: [(tag: Int, score: Double)]) {
        filter.setAffinities(affinities)
    }
}
