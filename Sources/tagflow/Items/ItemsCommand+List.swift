import TagService
import TerminalFrontEnd

/// The list of items that `items` opens on a terminal.
extension ItemsCommand {
    /// Returns whether to open the list: there is a terminal, and no option or query selects what to print.
    func opensList(in session: Session) -> Bool {
        let isPlain =
            tags.isEmpty && !missing && !check && period.isEmpty && view == nil && limit == nil && format == nil
            && query.isEmpty
        return isPlain && session.repl == nil && InteractiveRepl.isPossible(environment: session.environment)
    }

    /// Shows the list until the user leaves it.
    ///
    /// - Throws: `CommandError` with exit code 1 if there are no items, 130 after Ctrl-C.
    func openList(in session: Session) throws {
        let service = try session.pickingService(global)
        // `nonisolated(unsafe)`: the picker uses the session, which two threads must not use concurrently. They
        // don't: this function waits until the list has ended, and the list opens one picker at a time.
        nonisolated(unsafe) let owned = session
        let opener = LocationOpener(environment: session.environment)
        let actions = ItemListActions(
            chooseTags: { item in
                let picker = unsafe ItemPicker(of: item, service: service, session: owned)
                return try picker.pickUnlessInterrupted(from: item.tags)
            },
            chooseCommonTags: { items, tags in
                let picker = unsafe ItemPicker(
                    service: service, set: .named(items[0].set), session: owned, evidence: ItemEvidence(),
                    header: "\(items.count) items: \(items.map(\.heading).joined(separator: ", "))")
                return try picker.pickUnlessInterrupted(from: tags)
            }, open: { try opener.open($0) })
        let set = session.itemSet(allSets, global)
        let list = ItemListRun(service: service, set: set, environment: session.environment)
        let outcome = try list.run(actions)
        guard outcome != .left else { return }
        if outcome == nil, let error = try session.noMatch(ItemQuery(), in: set, service) { throw error }
        throw CommandError(code: outcome == nil ? ExitStatus.nothingFound : ExitStatus.interrupted, message: nil)
    }
}

extension ItemPicker {
    /// Shows the picker on the full screen, and returns the chosen tags; `nil` if the user cancels or presses Ctrl-C.
    fileprivate func pickUnlessInterrupted(from tags: [String]) throws -> [String]? {
        var picker = self
        picker.usesFullScreen = true
        do { return try picker.pick(from: tags) } catch let error as CommandError
            where error.code == ExitStatus.interrupted
        { return nil }
    }
}
