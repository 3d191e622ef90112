public import TagService
internal import Terminal
internal import TextMeasurement

/// A run of the list of items on standard input and output.
public struct ItemListRun {
    private let service: TagService
    private let set: SetReference?
    private let environment: [String: String]

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - service: The service with the items.
    ///   - set: The set whose items are listed; nil lists those of all sets.
    ///   - environment: The environment variables of the process.
    public init(service: TagService, set: SetReference?, environment: [String: String]) {
        self.service = service
        self.set = set
        self.environment = environment
    }

    /// Shows the list until the user leaves it.
    ///
    /// - Parameter actions: The actions that need more than the database.
    /// - Returns: How the user left, or nil if there are no items to show.
    /// - Throws: The errors of the service for the first items, `FrontEndError` if the terminal fails or is closed.
    public func run(_ actions: ItemListActions) throws -> ItemListOutcome? {
        // Errors of the database are thrown before the screen is cleared.
        let page = try service.items.find(ItemQuery(limit: ItemList.firstPage), in: set)
        guard page.total > 0 else { return nil }
        let widths = try service.widths(of: TerminalIdentity(environment: environment))
        let depth = ColorDepth(environment: environment, isTerminal: true)
        do {
            let session = try TerminalSession(
                device: TerminalDevice(input: 0, output: 1), modes: TerminalModes(usesAlternateScreen: true),
                environment: environment)
            defer { session.close() }
            let list = ItemList(page, service: service, set: set, actions: actions, size: session.size, widths: widths)
            let screen = Screen(placement: .full, depth: depth)
            var runner = ProgramRunner(list, on: session, screen: screen)
            // A change that is being made is finished before the database is closed.
            defer { runner.waitForWork() }
            return try runner.run()
        } catch { throw FrontEndError(error) }
    }
}
