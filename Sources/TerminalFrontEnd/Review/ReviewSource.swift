internal import TagService

/// The question that a review asks about each item.
public enum ReviewTask: Hashable, Sendable {
    /// Which tags does the item have?
    case tags
    /// Does this tag fit the item?
    case fit(String)
}

/// The actions of a review that need more than the database.
public struct ReviewActions: Sendable {
    /// Opens a URL or path.
    let open: @Sendable (String) throws -> Void
    /// Returns the known tag that a new tag resembles, or nil.
    let similar: @Sendable (String) throws -> TagOffer?

    /// Creates actions.
    public init(
        open: @escaping @Sendable (String) throws -> Void, similar: @escaping @Sendable (String) throws -> TagOffer?
    ) {
        self.open = open
        self.similar = similar
    }
}

/// An item as it is shown, with the tags to choose from.
struct ReviewSubject: Sendable {
    var item: Item
    /// The suggested tags, best first.
    var suggestions: [Suggestion] = []
    /// The probability that the tag in question fits the item.
    var probability: Double?
}

/// The result of loading an item.
enum ReviewLoad: Sendable {
    case item(ReviewSubject)
    /// The item doesn't exist any more.
    case deleted
}

/// A decision about an item.
enum ReviewDecision: Hashable, Sendable {
    /// The item gets these tags.
    case save([String])
    /// The item gets the tag in question.
    case tag(String)
    /// A tag doesn't fit the item.
    case dismiss(String)
    /// The item isn't offered again.
    case skip
}

/// The end of a change that the user requested.
enum ReviewChange: Sendable {
    /// The change was made in the undo step with this id; nil if nothing was changed.
    case made(Item, step: Int64?)
    /// Another program has changed the item since it was shown, so nothing was saved.
    case conflict(ReviewSubject)
    /// Another program has deleted the item.
    case deleted
    /// The last change was undone; its item is shown again.
    case undone(ReviewLoad)
    /// The change failed for this reason.
    case failed(String)
}

/// The service behind a review: loads items, and carries out decisions.
struct ReviewSource: Sendable {
    let service: TagService
    let task: ReviewTask
    let actions: ReviewActions
    /// The probabilities of the tag in question, by item.
    var probabilities: [Int64: Double] = [:]

    /// Loads an item with its suggestions.
    ///
    /// - Throws: `StoreError`.
    func load(_ id: Int64) throws -> ReviewLoad {
        do {
            switch task {
            case .tags:
                let entry = try service.review.entry(id)
                return .item(ReviewSubject(item: entry.item, suggestions: entry.suggestions))
            case .fit: return .item(ReviewSubject(item: try service.items.item(id), probability: probabilities[id]))
            }
        } catch TagServiceError.unknownItem { return .deleted }
    }

    /// Carries out a decision about an item as it was shown, in one undo step.
    func carryOut(_ decision: ReviewDecision, on item: Item) -> ReviewChange {
        // Whoever skips a question about one tag may still want to review the item.
        if decision == .skip, task != .tags { return .made(item, step: nil) }
        do {
            // The comparison and the change are one transaction, so that no change of another program is overwritten.
            let result = service.together([
                { @Sendable (service: TagService) -> (item: Item, step: Int64?)? in
                    let stored = try service.items.item(item.id)
                    if case .save = decision, !stored.looks(like: item) { return nil }
                    let before = try service.undoLog.next().undo?.id
                    let changed = try Self.change(stored, decision, service)
                    let step = try service.undoLog.next().undo?.id
                    return (changed, step == before ? nil : step)
                }
            ])
            if let made = try result[0].get() { return .made(made.item, step: made.step) }
            return switch try load(item.id) {
            case .item(let subject): .conflict(subject)
            case .deleted: .deleted
            }
        } catch TagServiceError.unknownItem(item.id) { return .deleted } catch {
            return .failed(Remark.text(of: error))
        }
    }

    private static func change(_ item: Item, _ decision: ReviewDecision, _ service: TagService) throws -> Item {
        switch decision {
        case .save(let tags): return try service.review.save(item.id, tags: tags)
        case .tag(let tag): return try service.items.edit(item.id, with: ItemEdit(added: [tag]))
        case .dismiss(let tag): try service.items.dismissTag(tag, for: item.id)
        case .skip: try service.review.skip(item.id)
        }
        return item
    }

    /// Undoes the step of a decision about an item, and loads the item.
    func undo(_ step: Int64?, of item: Int64) -> ReviewChange {
        do {
            if let step { try service.undoLog.undo(ifNewestIs: step) }
            return .undone(try load(item))
        } catch TagServiceError.notNewestStep {
            return .failed("another program made the last change; use 'tagflow undo' to undo it")
        } catch { return .failed(Remark.text(of: error)) }
    }
}

extension Item {
    /// Returns whether the fields that a review shows are equal.
    fileprivate func looks(like other: Item) -> Bool {
        (title, location, note) == (other.title, other.location, other.note) && Set(tags) == Set(other.tags)
    }
}
