import TagService
import TerminalFrontEnd

/// The list of items that `items` opens on a terminal.
extension ItemsCommand {
    /// Returns whether to open the list: there is a terminal, and no option or query selects what to print.
    func opensList(in session: Session) -> Bool {
        let isPlain =
            tags.isEmpty && !missing && period.isEmpty && view == nil && limit == nil && format == nil && query.isEmpty
        return isPlain && session.repl == nil && InteractiveRepl.isPossible(environment: session.environment)
    }

    /// Shows the list until the user leaves it.
    ///
    /// - Throws: `CommandError` with exit code 1 if there are no items, 130 after Ctrl-C.
    func openList(in session: Session) throws {
        let service = try session.service(global)
        // `nonisolated(unsafe)`: the picker uses the session, which two threads must not use concurrently. They
        // don't: this function waits until the list has ended, and the list opens one picker at a time.
        nonisolated(unsafe) let owned = session
        let opener = LocationOpener(environment: session.environment)
        let actions = ItemListActions(
            chooseTags: { item in
                var picker = unsafe ItemPicker(of: item, service: service, session: owned)
                picker.usesFullScreen = true
                do { return try picker.pick(from: item.tags) } catch let error as CommandError
                    where error.code == ExitStatus.interrupted
                { return nil }
            }, open: { try opener.open($0) })
        let set = session.itemSet(allSets, global)
        let list = ItemListRun(service: service, set: set, environment: session.environment)
        let outcome = try list.run(actions)
        guard outcome != .left else { return }
        if outcome == nil, let error = try session.noMatch(ItemQuery(), in: set, service) { throw error }
        throw CommandError(code: outcome == nil ? ExitStatus.nothingFound : ExitStatus.interrupted, message: nil)
    }
}
