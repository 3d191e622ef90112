internal import TagService
internal import Terminal

/// The end of a change that the user requested.
struct ItemChange: Hashable, Sendable {
    /// The change made to an item, or undone.
    enum Kind: Hashable, Sendable {
        case none
        /// The item with this number was changed or deleted.
        case made(Int64)
        /// The last change was undone.
        case undone
        /// The change failed, perhaps because the list is outdated.
        case failed
    }

    var kind: Kind
    /// The message to show, or nil.
    var remark: String?
}

/// Changing the highlighted item.
extension ItemList {
    /// Deletes the marked items, or else the highlighted one.
    mutating func delete() -> [Effect] {
        let (ids, service) = (chosen, service)
        guard let id = ids.first else { return [.bell] }
        return change {
            let deleted = try service.items.delete(ids)
            let what = deleted.count == 1 ? deleted[0].name : "\(deleted.count) items"
            let remark = "deleted \(what); u brings \(deleted.count == 1 ? "it" : "them") back"
            return ItemChange(kind: .made(id), remark: remark)
        }
    }

    /// Changes the tags of the marked items in the picker, or else those of the highlighted item.
    mutating func editTags() -> [Effect] {
        guard marked.isEmpty else { return editTagsOfMarked() }
        guard let id = highlighted?.id else { return [.bell] }
        let (service, actions) = (service, actions)
        return change(lendingTerminal: true) {
            let item = try service.items.item(id)
            guard let tags = try actions.chooseTags(item), tags != item.tags else { return ItemChange(kind: .none) }
            let edited = try service.items.edit(id, with: ItemEdit(tags: tags))
            let names = edited.tags.isEmpty ? "untagged" : edited.tags.map { "#\($0)" }.joined(separator: " ")
            let lost = edited.displaced.map(\.tag).joined(separator: ", ")
            let end = lost.isEmpty ? "" : "; left out \(lost), which is in the same group"
            return ItemChange(kind: .made(id), remark: "changed \(edited.name): \(names)\(end)")
        }
    }

    /// Adds the tags that were chosen in the picker to all marked items, and removes the common tags that were not.
    private mutating func editTagsOfMarked() -> [Effect] {
        let (ids, service, actions) = (chosen, service, actions)
        return change(lendingTerminal: true) {
            let items = try ids.map { try service.items.item($0) }
            let common = items[0].tags.filter { tag in items.allSatisfy { $0.tags.contains(tag) } }
            guard let tags = try actions.chooseCommonTags(items, common), tags != common else {
                return ItemChange(kind: .none)
            }
            let edit = BulkTagging(
                added: tags.filter { !common.contains($0) }, removed: common.filter { !tags.contains($0) })
            let (count, lost) = try service.items.retag(.ids(ids), with: edit)
            let end = lost == 0 ? "" : "; left out \(String.counted(lost, "tag")) of the same groups"
            return ItemChange(kind: .made(ids[0]), remark: "changed \(count) \(count == 1 ? "item" : "items")\(end)")
        }
    }

    /// Undoes the last change of an item that was made with this list.
    mutating func undo() -> [Effect] {
        let service = service
        let hasChanged = !changed.isEmpty
        return change {
            guard hasChanged, let step = try service.undoLog.next().undo, step.isOwn else {
                let remark =
                    hasChanged
                    ? "another program made the last change; use 'tagflow undo' to undo it" : "nothing to undo"
                return ItemChange(kind: .none, remark: remark)
            }
            let undone = try service.undoLog.undo(restoresFiles: true)
            let left = undone.files?.left.count ?? 0
            let rest =
                left == 0 ? "" : "; \(left) \(left == 1 ? "file has" : "files have") changed since and weren't restored"
            let kept = undone.kept.map { "; \($0.message)" } ?? ""
            let not = undone.kept?.isEverything == true ? "not " : ""
            return ItemChange(kind: .undone, remark: "\(not)undone: \(undone.summary)\(rest)\(kept)")
        }
    }

    /// Opens the location of the highlighted item.
    mutating func open() -> [Effect] {
        guard let item = highlighted else { return [.bell] }
        guard let location = item.location else {
            remark = "\(item.name) has no location"
            return [.bell]
        }
        let actions = actions
        return [
            .run {
                do {
                    try actions.open(location)
                    return .opened("opened \(location)")
                } catch { return .opened(Remark.text(of: error)) }
            }
        ]
    }

    /// Starts a change; keys wait until it has ended.
    private mutating func change(
        lendingTerminal lends: Bool = false, by work: @escaping @Sendable () throws -> ItemChange
    ) -> [Effect] {
        (isChanging, holdsKeys) = (true, true)
        let message: @Sendable () -> Message = {
            do { return .changed(try work()) } catch {
                return .changed(ItemChange(kind: .failed, remark: Remark.text(of: error)))
            }
        }
        return [lends ? .lend(.whole, message) : .run(message)]
    }

    /// Shows the result of a change, and loads the items again.
    mutating func finish(_ change: ItemChange) -> [Effect] {
        isChanging = false
        remark = change.remark
        showHighlight()
        switch change.kind {
        case .none: return releaseKeys()
        case .failed:
            // The next keys may have assumed that the change is made, and would hide the reason.
            heldEvents = []
            return reload(keeping: highlighted?.id)
        case .made(let id):
            changed.append(id)
            marked = []
            return reload(keeping: id)
        case .undone: return reload(keeping: changed.popLast())
        }
    }

    /// Handles an event, or holds it while an item is being changed.
    mutating func take(_ event: TerminalEvent) -> [Effect] {
        if holdsKeys, event != .key(.control("c")) {
            heldEvents.append(event)
            return []
        }
        return handle(event)
    }

    /// Handles the held keys, until one of them starts another change or ends the program.
    mutating func releaseKeys() -> [Effect] {
        guard holdsKeys, !isChanging else { return [] }
        holdsKeys = false
        var effects: [Effect] = []
        while !holdsKeys, !heldEvents.isEmpty {
            effects += handle(heldEvents.removeFirst())
            if case .finish = effects.last { break }
        }
        return effects
    }
}
