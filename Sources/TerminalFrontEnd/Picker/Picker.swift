internal import TagService
internal import Terminal
internal import TextMeasurement

/// The picker as a model: the query, the selection, the highlighted chip, and the visible part.
///
/// A pure value; keys, the mouse and the view are in extensions.
struct Picker: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// The affinity of tags to the selection.
        case affinities([(tag: Int, score: Double)])
        /// More tags.
        case tags(PreparedTags)
        /// There are no more tags.
        case end
        /// More tags could not be read, for this reason.
        case loadingFailed(String)
        /// How well tags go together could not be read, for this reason.
        case rankingFailed(String)
    }

    typealias Output = PickerOutcome
    typealias Effect = ProgramEffect<Message, Output>

    let options: PickerOptions
    let isColored: Bool
    let sources: PickerSources
    let widths: TerminalWidths
    var tags: PickerTags
    var editor: LineEditor
    /// The terminal's size.
    var size: CellSize
    /// The matching chips, after the new one if there is one.
    var flow: ChipFlow
    /// The tag that the typed text would create, or `nil`.
    private(set) var newTag: String?
    /// The rows that all tags take.
    var fullRows: Int
    /// The place of the highlighted chip in the flow.
    var highlight = 0
    /// The column that moves up and down stay near to.
    var goalColumn: Int?
    /// The first row of the board that is seen.
    var top = 0
    /// Whether the last key moved the highlight, so that Space is for the chip.
    var isMoving = false
    /// An error message, shown until the next key.
    var remark: String?
    /// A read error, shown until the picker ends.
    var failure: String?
    /// A click whose place on the screen the terminal is being asked for.
    var clicks: [CellPosition] = []
    /// Whether more tags may come.
    var isLoading: Bool
    /// The names of tags that are to be chosen to begin with and have not come yet.
    var missing: [String]

    init(
        _ tags: PickableTags,
        options: PickerOptions,
        size: CellSize,
        isColored: Bool,
        sources: PickerSources = PickerSources(),
        widths: TerminalWidths = TerminalWidths()
    ) {
        self.options = options
        self.isColored = isColored
        self.sources = sources
        self.widths = widths
        self.size = size
        self.tags = PickerTags(tags, widths: widths, isExact: options.isExact)
        isLoading = sources.more != nil
        missing = options.preselected
        editor = LineEditor(allowsNewlines: false)
        editor.setText(options.query)
        flow = self.tags.flow(new: nil, columns: size.columns)
        fullRows = 0
        layOut()
        if !options.query.isEmpty { find() }
        preselect()
    }

    /// The tag that a text would create; `nil` if it exists already or may not be created.
    private func newTag(_ text: String) -> String? {
        let text = text.trimmed
        guard !options.isStrict, !text.isEmpty, tags.tag(named: text) == nil else { return nil }
        return text
    }

    /// The tag at a place of the flow; nil for the new one that the typed text would make.
    func tag(at place: Int) -> Int? {
        let index = hasNew ? place - 1 : place
        return tags.matches.indices.contains(index) ? tags.matches[index] : nil
    }

    /// Whether the flow begins with a chip for a new tag.
    var hasNew: Bool { newTag != nil }

    /// Lays the chips out again and keeps the scroll position inside the board.
    mutating func layOut() {
        newTag = newTag(editor.text)
        flow = tags.flow(new: newTag, columns: size.columns)
        // Without a typed text the board shows all tags, and so has its full height.
        fullRows = editor.isEmpty ? flow.rows : max(fullRows, flow.rows)
        highlight = min(highlight, max(flow.count - 1, 0))
        showHighlight()
    }

    /// Finds the matches of the query, and highlights the best.
    mutating func find() {
        tags.find(editor.text)
        layOut()
        // Existing tags come before a new one.
        highlight = hasNew && !tags.matches.isEmpty ? 1 : 0
        top = 0
        goalColumn = nil
        isMoving = false
        showHighlight()
    }

    /// Scrolls until the highlighted chip is seen.
    mutating func showHighlight() {
        guard let frame = flow.frame(at: highlight) else {
            top = 0
            return
        }
        let rows = boardRows(in: size)
        if frame.row < top { top = frame.row }
        if frame.row >= top + rows { top = frame.row - rows + 1 }
        top = min(max(top, 0), max(flow.rows - rows, 0))
    }

    /// Fetches the affinity of tags to the current selection in the background.
    func fetchAffinities() -> [Effect] {
        guard let affinities = sources.affinities else { return [] }
        let names = tags.chosen.suffix(32).map { tags.name(of: $0) }
        let all = tags.all.tags
        return [
            .run {
                do {
                    let scores = try await affinities(names)
                    guard !scores.isEmpty else { return .affinities([]) }
                    return .affinities(
                        all.indices.compactMap { tag in
                            scores[all[tag].name].map { (tag, $0) }
                        }
                    )
                } catch { return .rankingFailed(Remark.text(of: error)) }
            }
        ]
    }

    /// Waits for more tags in the background.
    func fetchMore() -> [Effect] {
        guard isLoading, let more = sources.more else { return [] }
        let widths = widths
        return [
            .run {
                do {
                    return try await more().map { .tags(PreparedTags($0, widths: widths)) } ?? .end
                } catch { return .loadingFailed(Remark.text(of: error)) }
            }
        ]
    }
}

/// The sources of data that a picker loads later.
struct PickerSources: Sendable {
    /// Returns the affinity of tags to the selection, by name; `nil` if unknown.
    var affinities: (@Sendable ([String]) async throws -> [String: Double])?
    /// More tags, as they come; nil at the end.
    var more: (@Sendable () async throws -> [PickableTag]?)?
}
