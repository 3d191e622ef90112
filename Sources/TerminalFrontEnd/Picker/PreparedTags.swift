internal import ChipRendering
internal import TagService
internal import TextMeasurement

/// Tags with their keys and widths, computed in advance for a picker.
///
/// Tags that are loaded later are prepared in the background, so that the picker keeps responding to
/// keys.
struct PreparedTags: Sendable {
    private(set) var tags: [PickableTag]
    private(set) var filter: PickFilter
    /// The width of each tag's chip, in cells.
    private(set) var cells: [Int]
    /// Whether any tag has a description.
    private(set) var hasDescriptions: Bool

    /// Prepares tags.
    ///
    /// - Complexity: Linear in the length of the names.
    init(_ tags: [PickableTag] = [], widths: TerminalWidths, filter options: PickFilter.Options = PickFilter.Options())
    {
        self.tags = tags
        hasDescriptions = tags.contains { $0.description != nil }
        filter = PickFilter(options)
        filter.append(tags)
        cells = tags.map {
            let label = Self.label($0.name, widths)
            return ChipStyle.pill.width(labelCells: widths.cells(in: label))
        }
    }

    /// Returns the text to show for a name: tabs as spaces, and nothing that would control the terminal.
    static func label(_ name: String, _ widths: TerminalWidths) -> String {
        TerminalText.printable(name.withTabsExpanded(widths))
    }

    /// Appends tags.
    mutating func append(_ more: PreparedTags) {
        tags += more.tags
        hasDescriptions = hasDescriptions || more.hasDescriptions
        filter.append(more.filter)
        cells += more.cells
    }

    /// See `PickFilter.setAffinities`.
    mutating func learn(_ affinities: [(tag: Int, score: Double)]) { filter.setAffinities(affinities) }
}
