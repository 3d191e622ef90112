internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The model of the picker: the query, the chosen tags, the highlighted chip and the scroll
/// position.
///
/// Extensions handle keys and the mouse, and draw the view. A picker with the query `swi` and one
/// chosen tag looks like this:
///
/// ```text
/// > swi                             1/7 · 1 chosen
/// [ swift ]
/// ✓ sea
/// ```
struct Picker: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// The affinity of all tags to the chosen tags.
        case affinities([(tag: Int, score: Double)])
        /// More tags.
        case tags(PreparedTags)
        /// There are no more tags.
        case end
        /// Loading more tags failed for this reason.
        case loadingFailed(String)
        /// Computing affinities failed for this reason.
        case rankingFailed(String)
        /// The output of a preview's command so far, which is complete if there is no job.
        case preview(PreviewPane.Subject, [UInt8], PreviewJob?)
        /// The tags to show instead of all others.
        case reloaded(PreparedTags, number: Int)
        /// A command on the terminal has ended.
        case executed
        /// A new tag resembles a known tag, or no tag.
        case similar(TagOffer?)
    }

    typealias Output = PickerOutcome
    typealias Effect = ProgramEffect<Message, Output>

    let options: PickerOptions
    let isColored: Bool
    /// Whether the background of the terminal is light, as reported by the terminal or its environment.
    var isOnLight = false
    /// Whether to ask the terminal for its background.
    var asksBackground = false
    let sources: PickerSources
    let widths: TerminalWidths
    var tags: PickerTags
    var editor: LineEditor
    /// The terminal's size, without the columns of the preview.
    var size: CellSize
    /// The terminal's size.
    var terminalSize: CellSize
    /// The preview, or nil.
    var preview: PreviewPane?
    /// The number of reloads so far; the result of an older reload is ignored.
    var reloads = 0
    /// The chips of the matching tags and of the new tag, if there is one.
    var flow: ChipFlow
    /// The tag that the query would create, or nil.
    private(set) var newTag: String?
    /// The number of rows that the chips of all tags take.
    var fullRows: Int
    /// The index of the highlighted chip in the flow.
    var highlight = 0
    /// The column that moving up and down stays near.
    var goalColumn: Int?
    /// The first visible row of the board.
    var top = 0
    /// Whether the user has moved the highlight since the last edit, so that Space toggles the chip.
    var isMoving = false
    /// An error message, shown until the next key.
    var remark: String?
    /// A read error, shown until the picker ends.
    var failure: String?
    /// The clicks that can't be handled until the terminal reports the cursor's position.
    var clicks: [CellPosition] = []
    /// Whether more tags may still be loading.
    var isLoading: Bool
    /// The known tag that Tab takes instead of the new tag that was just added.
    var offer: TagOffer?
    /// The text that the last key turned into a tag; Backspace brings it back.
    var taken: TakenText?
    /// The names of preselected tags that haven't been loaded yet.
    var missing: [String]

    init(
        _ tags: PickableTags, options: PickerOptions, size: CellSize, isColored: Bool,
        sources: PickerSources = PickerSources(), history: [String] = [], widths: TerminalWidths = TerminalWidths()
    ) {
        self.options = options
        self.isColored = isColored
        self.sources = sources
        self.widths = widths
        self.size = size
        terminalSize = size
        preview = options.preview.map { PreviewPane($0) }
        self.tags = PickerTags(tags, widths: widths, filter: options.filter, isField: options.takesText)
        isLoading = sources.more != nil
        missing = options.preselected
        editor = LineEditor(history: LineHistory(history), allowsNewlines: false)
        editor.setText(options.query)
        flow = self.tags.flow(new: nil, columns: size.columns)
        fullRows = 0
        fit()
        if !options.query.isEmpty { find() }
        preselect()
    }

    /// Returns the tag that a text would create, or nil if it exists or new tags aren't allowed.
    private func newTag(_ text: String) -> String? {
        let text = text.trimmed
        guard !options.isStrict, !text.isEmpty else { return nil }
        let known = options.takesText ? tags.tag(equalTo: text) : tags.tag(named: text)
        return known == nil ? text : nil
    }

    /// Returns the tag of a chip, or nil for the chip of the new tag.
    func tag(at place: Int) -> Int? {
        guard place != newPlace else { return nil }
        let index = newPlace == 0 ? place - 1 : place
        return tags.matches.indices.contains(index) ? tags.matches[index] : nil
    }

    /// Returns the chip of a match.
    func place(ofMatch index: Int) -> Int { newPlace == 0 ? index + 1 : index }

    /// The chip of the new tag: the first or, if tags begin with the text of a field, the last; nil without a new tag.
    var newPlace: Int? {
        guard newTag != nil else { return nil }
        return tags.beginnings > 0 ? tags.matches.count : 0
    }

    /// The label of the new tag's chip.
    var newLabel: String? {
        newTag.map { options.takesText ? "Create \"\(TerminalText.printable($0))\"" : TerminalText.printable($0) }
    }

    /// Returns the layout of the chips.
    func laidOut(columns: Int) -> ChipFlow {
        tags.flow(new: newLabel, isLast: newPlace.map { $0 > 0 } ?? false, columns: columns)
    }

    /// Lays the board out in the columns next to the preview.
    mutating func fit() {
        let area = previewArea
        size = CellSize(columns: terminalSize.columns - area.columns, rows: terminalSize.rows)
        layOut()
    }

    /// Updates the layout, and limits the highlight and the scroll position to it.
    mutating func layOut() {
        newTag = newTag(editor.text)
        flow = laidOut(columns: size.columns)
        // Without a query, the board shows all tags, so this is its full height.
        fullRows = editor.isEmpty ? flow.rows : max(fullRows, flow.rows)
        highlight = min(highlight, max(flow.count - 1, 0))
        showHighlight()
    }

    /// Finds the matches of the query, and highlights the best match.
    mutating func find() {
        tags.find(editor.text)
        layOut()
        // Highlight an existing tag rather than the new tag, unless Enter takes the text.
        highlight = newPlace == 0 && !tags.matches.isEmpty ? 1 : 0
        if options.takesText { highlightTypedTag() }
        top = 0
        goalColumn = nil
        isMoving = false
        showHighlight()
    }

    /// Scrolls until the highlighted chip is visible.
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

    /// Returns an effect that computes the affinity of tags to the chosen tags.
    func fetchAffinities() -> [Effect] {
        guard let affinities = sources.affinities else { return [] }
        let names = tags.chosen.suffix(32).map { tags.name(of: $0) }
        let all = tags.all.tags
        return [
            .run {
                do {
                    let scores = try affinities(names)
                    guard !scores.isEmpty else { return .affinities([]) }
                    return .affinities(all.indices.compactMap { tag in scores[all[tag].name].map { (tag, $0) } })
                } catch { return .rankingFailed(Remark.text(of: error)) }
            }
        ]
    }

    /// Returns an effect that waits for more tags.
    func fetchMore() -> [Effect] {
        guard isLoading, let more = sources.more else { return [] }
        let (widths, filter) = (widths, options.filter)
        return [
            .run {
                // Tags may arrive late or never, so waiting for them must not block a thread of the task pool.
                await withCheckedContinuation { continuation in
                    Thread { continuation.resume(returning: Self.message(of: more, widths, filter)) }.start()
                }
            }
        ]
    }

    private static func message(
        of more: () throws -> [PickableTag]?, _ widths: TerminalWidths, _ filter: PickFilter.Options
    ) -> Message {
        do {
            guard let tags = try more() else { return .end }
            return .tags(PreparedTags(tags, widths: widths, filter: filter))
        } catch { return .loadingFailed(Remark.text(of: error)) }
    }
}

/// The sources of data that a picker loads in the background.
struct PickerSources: Sendable {
    /// Returns the affinity of all tags to the given tags, by name; nil if tags aren't ranked by
    /// affinity.
    var affinities: (@Sendable ([String]) throws -> [String: Double])?
    /// Waits for more tags and returns them, or nil at the end.
    ///
    /// The property is nil if the picker has all tags from the start.
    var more: (@Sendable () throws -> [PickableTag]?)?
    /// Returns the tags in the output of a command.
    var reading: (@Sendable ([UInt8]) -> [PickableTag])?
    /// Returns the known tag that a new tag resembles, or nil.
    var similar: (@Sendable (String) throws -> TagOffer?)?
    /// The commands that the picker runs.
    var commands = PickerCommands(environment: [:])
}
