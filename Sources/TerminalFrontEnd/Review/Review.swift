internal import TagService
internal import Terminal
internal import TextMeasurement

/// The model of a review, which shows items one at a time and asks which tags they have, or whether a tag fits them.
///
/// Extensions handle keys, change items, complete the typed tag, and draw the view:
///
/// ```text
/// 12 of 319
///
/// The Swift Book
/// docs.swift.org · 3 days ago
/// Read the chapter about ownership again.
///
/// (✓language )
/// (1✓swift 93 % ) (2 ui 41 % )
///
/// > type to add a tag
/// saved: photo, sea · u undoes
/// Enter saves · 1-9 toggle · s skips · x dismisses · u undoes · o opens · Esc ends
/// ```
struct Review: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// An item was loaded.
        case loaded(Int64, ReviewLoad)
        /// Loading an item failed for this reason.
        case loadingFailed(String)
        /// A change ended.
        case changed(ReviewChange)
        /// A new tag resembles a known tag, or no tag.
        case similar(TagOffer?)
        /// A location was opened, or work in the background failed.
        case noted(Notice)
    }

    typealias Output = ReviewOutcome
    typealias Effect = ProgramEffect<Message, Output>

    /// A decision that was carried out.
    struct Step: Sendable {
        let decision: ReviewDecision
        /// The index of the item in the queue.
        let place: Int
        /// The chips before the decision.
        let chips: ReviewChips
        /// The id of the undo step; nil if nothing was changed.
        var undoStep: Int64?
    }

    /// A decision that is being carried out, and the item as it was shown.
    struct Pending: Sendable {
        let step: Step
        let subject: ReviewSubject
    }

    /// A message below the item.
    struct Notice: Hashable, Sendable {
        var text: String
        /// Whether it only confirms the effect of a key.
        var isQuiet = false
    }

    let source: ReviewSource
    let isColored: Bool
    let widths: TerminalWidths
    /// Whether the name of an item's set is shown.
    let showsSets: Bool
    /// Whether the background of the terminal is light, as reported by the terminal or its environment.
    var isOnLight = false
    /// Whether to ask the terminal for its background.
    var asksBackground = false
    /// The items, in order.
    let queue: [Int64]
    /// The number of all items to review; the queue may have fewer.
    let total: Int
    /// The index of the shown item in the queue.
    var place = 0
    /// The shown item; nil while it's being loaded.
    var subject: ReviewSubject?
    /// The chips of the shown item.
    var chips: ReviewChips
    /// The next items, loaded in advance.
    var ready: [Int64: ReviewLoad] = [:]
    /// The item that is being loaded.
    var loading: Int64?
    /// The chips of items that were left without a decision.
    var drafts: [Int64: ReviewChips] = [:]
    /// The decisions so far, the last one last.
    var steps: [Step] = []
    /// The decision that is being carried out.
    var pending: Pending?
    /// Whether the last decision is being undone.
    var isUndoing = false
    /// The number of items that another program has deleted.
    var deleted = 0
    /// The keys that wait until a change has ended and the item is loaded.
    var heldEvents: [TerminalEvent] = []
    /// A message, shown until the next key.
    var notice: Notice?
    /// The field for a tag.
    var field: ReviewField

    init(
        _ queue: [Int64], total: Int, source: ReviewSource, tags: [PickableTag], showsSets: Bool, isColored: Bool,
        widths: TerminalWidths = TerminalWidths()
    ) {
        self.queue = queue
        self.total = max(total, queue.count)
        self.source = source
        self.showsSets = showsSets
        self.isColored = isColored
        self.widths = widths
        chips = ReviewChips()
        field = ReviewField(tags, widths: widths)
    }

    /// The tag in question; nil in a review of all tags.
    var question: String? { if case .fit(let tag) = source.task { tag } else { nil } }

    /// Whether a decision is being carried out or undone.
    var isChanging: Bool { pending != nil || isUndoing }

    /// The numbers of decisions, and of items that are left.
    var summary: ReviewSummary {
        var summary = ReviewSummary()
        for step in steps + [pending?.step].compactMap(\.self) {
            switch step.decision {
            case .save, .tag: summary.saved += 1
            case .skip: summary.skipped += 1
            case .dismiss: summary.dismissed += 1
            }
        }
        let decided = summary.saved + summary.skipped + (question == nil ? 0 : summary.dismissed)
        summary.left = max(total - decided - deleted, 0)
        if question == nil, let subject {
            let shown = ReviewChips(of: subject)
            summary.unsaved = chips.tags.filter { !shown.isOn($0) }
        }
        return summary
    }
}

/// Loading items in advance, so that a key shows the next item immediately.
extension Review {
    /// The number of items that are loaded in advance.
    private static let lookahead = 2

    /// Shows the item of the current place, or starts loading it; ends the review after the last item.
    mutating func showItem() -> [Effect] {
        while subject == nil, queue.indices.contains(place), let loaded = ready.removeValue(forKey: queue[place]) {
            switch loaded {
            case .item(let subject): show(subject)
            case .deleted: skipDeleted()
            }
        }
        guard place < queue.count else { return isChanging ? [] : [.finish(.finished(summary), keepsDrawing: false)] }
        return load()
    }

    /// Starts loading the next item that isn't loaded, unless one is being loaded.
    private mutating func load() -> [Effect] {
        guard loading == nil else { return [] }
        let ahead = queue.dropFirst(subject == nil ? place : place + 1).prefix(Self.lookahead)
        guard let next = ahead.first(where: { ready[$0] == nil }) else { return [] }
        loading = next
        let source = source
        return [
            .run {
                do { return .loaded(next, try source.load(next)) } catch {
                    return .loadingFailed(Remark.text(of: error))
                }
            }
        ]
    }

    /// Handles a loaded item.
    mutating func finishLoading(_ id: Int64, _ loaded: ReviewLoad) -> [Effect] {
        loading = nil
        ready[id] = loaded
        // An item that was left by undoing is loaded again when it's shown.
        let near = Set(queue.dropFirst(place).prefix(Self.lookahead + 1))
        ready = ready.filter { near.contains($0.key) }
        return showItem() + releaseKeys()
    }

    /// Shows why an item couldn't be loaded; the next key tries again.
    mutating func finishLoading(failure reason: String) -> [Effect] {
        loading = nil
        guard subject == nil else { return [] }
        (notice, heldEvents) = (Notice(text: reason), [])
        return []
    }

    private mutating func show(_ loaded: ReviewSubject) {
        subject = loaded
        chips = drafts.removeValue(forKey: loaded.item.id)?.rebased(on: loaded) ?? ReviewChips(of: loaded)
        field.clear()
    }

    private mutating func skipDeleted() {
        place += 1
        noteDeleted()
    }

    /// Reports that another program has deleted an item.
    mutating func noteDeleted() {
        deleted += 1
        notice = Notice(text: "another program has deleted an item; it was left out")
    }
}
