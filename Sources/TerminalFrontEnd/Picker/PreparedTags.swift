internal import TagService
internal import TextMeasurement

/// Tags with all that a picker needs to know of them: their keys and their widths.
///
/// Made beside the picker where tags come in large numbers, so that no key waits for it.
struct PreparedTags: Sendable {
    private(set) var tags: [PickableTag]
    private(set) var filter: TagFilter
    /// The cells of each tag's chip.
    private(set) var cells: [Int]

    /// Makes tags ready.
    ///
    /// - Complexity: linear in the names.
    init(_ tags: [PickableTag] = [], widths: TerminalWidths) {
        self.tags = tags
        filter = TagFilter(tags)
        cells = tags.map {
            ChipPainter.width(labelCells: widths.cells(in: TerminalText.printable($0.name)))
        }
    }

    /// Adds tags at the end.
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
