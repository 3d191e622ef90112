internal import TagService
internal import Terminal

/// Carrying out decisions, and undoing them.
///
/// The next item is shown immediately, while the decision is carried out in the background. If that fails, the item comes back
/// with the choices that were made.
extension Review {
    /// Carries out a decision about the shown item.
    mutating func decide(_ decision: ReviewDecision) -> [Effect] {
        guard let subject else { return [.bell] }
        pending = Pending(step: Step(decision: decision, place: place, chips: chips), subject: subject)
        let (source, item) = (source, subject.item)
        let work = Effect.run { .changed(source.carryOut(decision, on: item)) }
        if case .dismiss(let tag) = decision, question == nil {
            chips.dismiss(tag)
            return [work]
        }
        (self.subject, place) = (nil, place + 1)
        field.clear()
        return [work] + showItem()
    }

    /// Undoes the last decision, and goes back to its item.
    mutating func undo() -> [Effect] {
        guard let last = steps.last else {
            notice = Notice(text: "nothing to undo")
            return [.bell]
        }
        isUndoing = true
        let (source, id) = (source, queue[last.place])
        return [.run { .changed(source.undo(last.undoStep, of: id)) }]
    }

    /// Shows the result of a change.
    mutating func finish(_ change: ReviewChange) -> [Effect] {
        let pending = pending
        (self.pending, isUndoing) = (nil, false)
        switch change {
        case .made(let item, let undoStep):
            guard var step = pending?.step else { return [] }
            step.undoStep = undoStep
            steps.append(step)
            for tag in item.tags { field.learn(tag) }
            // That an item was deleted is more important.
            guard notice == nil else { break }
            notice = Notice(text: "\(text(of: step.decision, item)) · u undoes", isQuiet: true)
        case .conflict(let new):
            guard let step = pending?.step else { return [] }
            goBack(to: step.place, .item(new), step.chips)
            notice = Notice(text: "another program has changed this item; Enter saves it as shown now")
        case .deleted:
            guard let step = pending?.step else { return [] }
            // A dismissal hasn't gone on to the next item yet.
            if step.place == place { (subject, place) = (nil, place + 1) }
            noteDeleted()
        case .undone(let loaded):
            guard let last = steps.popLast() else { return [] }
            goBack(to: last.place, loaded, last.chips)
            notice = Notice(text: "undone", isQuiet: true)
        case .failed(let reason):
            if let pending { goBack(to: pending.step.place, .item(pending.subject), pending.step.chips) }
            notice = Notice(text: reason)
            // The next keys may have assumed that the change is made, and would hide the reason.
            heldEvents = []
        }
        return showItem() + releaseKeys()
    }

    /// Shows an item again with its chips, and keeps those of the item that was shown.
    private mutating func goBack(to place: Int, _ loaded: ReviewLoad, _ chips: ReviewChips) {
        if let subject {
            drafts[subject.item.id] = self.chips
            ready[subject.item.id] = .item(subject)
        }
        (subject, self.place) = (nil, place)
        drafts[queue[place]] = chips
        ready[queue[place]] = loaded
    }

    private func text(of decision: ReviewDecision, _ item: Item) -> String {
        switch decision {
        case .save:
            let lost = item.displaced.map(\.tag).joined(separator: ", ")
            let end = lost.isEmpty ? "" : "; left out \(lost), which is in the same group"
            return item.tags.isEmpty ? "saved without tags" : "saved: \(item.tags.joined(separator: ", "))\(end)"
        case .tag: return "yes: \(item.name)"
        case .dismiss(let tag): return question == nil ? "dismissed \(tag)" : "no: \(item.name)"
        case .skip: return "skipped \(item.name)"
        }
    }
}
