internal import TagService
internal import Terminal
internal import TextMeasurement

/// The model of the list of items: the query, the loaded items, the highlighted item and the scroll position.
///
/// Extensions load items, handle keys, change items, and draw the view. A list with the query `swift` looks like this:
///
/// ```text
/// > swift
/// 2 items
/// Thursday 26 November
///   The Swift Book                      #swift #language
/// Saturday 31 January
///   Swift by the sea                    #photo #sea
/// type to filter · arrows or Tab go to the list · Enter shows · Esc leaves
/// ```
struct ItemList: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// Items were loaded.
        case loaded(ItemQuery.Page, by: ItemLoad)
        /// Loading items failed for this reason.
        case loadingFailed(String)
        /// A change of an item ended.
        case changed(ItemChange)
        /// A location was opened, or opening it failed; the text says which.
        case opened(String)
    }

    typealias Output = ItemListOutcome
    typealias Effect = ProgramEffect<Message, Output>

    let service: TagService
    /// The set whose items are listed; nil lists those of all sets.
    let set: SetReference?
    let actions: ItemListActions
    let widths: TerminalWidths
    var editor = LineEditor(allowsNewlines: false)
    /// The terminal's size.
    var size: CellSize
    /// The query that the loaded items match.
    var shownQuery = ""
    /// The loaded items; more of them may match the query.
    var items: [Item] = []
    /// The rows of the loaded items.
    var table: ItemTable
    /// The number of items that match the query.
    var total = 0
    /// The position of the first item that isn't loaded; nil if all are loaded.
    var next: ItemQuery.Cursor?
    /// The index of the highlighted item.
    var highlight = 0
    /// The first visible line of the table.
    var top = 0
    /// The ids of the items that the next change is for; if there are none, it's for the highlighted item.
    var marked: Set<Int64> = []
    /// Whether letters are commands for the highlighted item; otherwise they are part of the query.
    var isOnList = false
    /// Whether the highlight follows the last item while more are loaded.
    var isGoingToEnd = false
    /// The item that covers the list, or nil.
    var detail: ItemDetail?
    /// A message, shown until the next key.
    var remark: String?
    /// The reason why the items of the typed query couldn't be loaded.
    var problem: String?
    /// The load that is running.
    var running: ItemLoad?
    /// The load to start after the running one.
    var wanted: ItemLoad?
    /// Whether an item is being changed.
    var isChanging = false
    /// Whether keys wait until a change has ended and the items have been loaded again.
    var holdsKeys = false
    /// The keys that wait.
    var heldEvents: [TerminalEvent] = []
    /// The item of each change that this list made, the last change last; undoing a change highlights it.
    var changed: [Int64] = []

    /// Creates a list that shows the first page of all items.
    init(
        _ page: ItemQuery.Page, service: TagService, set: SetReference?, actions: ItemListActions, size: CellSize,
        widths: TerminalWidths = TerminalWidths()
    ) {
        self.service = service
        self.set = set
        self.actions = actions
        self.size = size
        self.widths = widths
        table = ItemTable(widths: widths)
        show(page)
    }

    /// The highlighted item, or nil if no item matches.
    var highlighted: Item? { items.indices.contains(highlight) ? items[highlight] : nil }

    /// The items to change: the marked items, or else the highlighted one.
    var chosen: [Int64] { marked.isEmpty ? highlighted.map { [$0.id] } ?? [] : marked.sorted() }

    /// Replaces the loaded items.
    mutating func show(_ page: ItemQuery.Page) {
        items = []
        let showsIDs = table.showsIDs
        table = ItemTable(widths: widths)
        table.showsIDs = showsIDs
        append(page)
    }

    /// Adds loaded items.
    mutating func append(_ page: ItemQuery.Page) {
        items += page.items
        table.append(page.items)
        (total, next) = (page.total, page.next)
    }

    /// Scrolls until the highlighted item is visible, with the heading directly above it if there is room.
    mutating func showHighlight() {
        let rows = max(listRows(in: size), 1)
        highlight = min(max(highlight, 0), max(items.count - 1, 0))
        let line = table.line(ofItem: highlight)
        let first = rows > 1 && table.isHeading(line - 1) ? line - 1 : line
        if first < top { top = first }
        if line >= top + rows { top = line - rows + 1 }
        top = min(max(top, 0), max(table.arranged.count - rows, 0))
    }
}
