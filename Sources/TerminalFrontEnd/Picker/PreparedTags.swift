internal import ChipRendering
internal import TagService
internal import TextMeasurement

/// Tags with all that a picker needs to know of them: their keys and their widths.
///
/// Prepared in the background if there are many tags, so that no key waits for it.
struct PreparedTags: Sendable {
    private(set) var tags: [PickableTag]
    private(set) var filter: TagFilter
    /// The cells of each tag's chip.
    private(set) var cells: [Int]

    /// Prepares tags.
    ///
    /// - Complexity: Linear in the names.
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
