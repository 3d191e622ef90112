public import TagService
internal import Terminal
internal import TextMeasurement

/// A run of a review on standard input and output.
public struct ReviewRun {
    private let service: TagService
    private let set: SetReference?
    private let environment: [String: String]

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - service: The service with the items.
    ///   - set: The set whose items are reviewed; nil for those of all sets.
    ///   - environment: The environment variables of the process.
    public init(service: TagService, set: SetReference?, environment: [String: String]) {
        self.service = service
        self.set = set
        self.environment = environment
    }

    /// Shows items, and asks which tags they have.
    ///
    /// - Parameters:
    ///   - queue: The items.
    ///   - actions: The actions that need more than the database.
    /// - Returns: How the review ended.
    /// - Throws: `StoreError`, and `FrontEndError` if the terminal fails or is closed.
    public func review(_ queue: ReviewQueue, _ actions: ReviewActions) throws -> ReviewOutcome {
        let source = ReviewSource(service: service, task: .tags, actions: actions)
        return try run(queue.ids, total: queue.total, source, tags: tags())
    }

    /// Shows items that a tag may fit, and asks whether it does.
    ///
    /// - Parameters:
    ///   - tag: The name of the tag.
    ///   - candidates: The items with their probabilities.
    ///   - actions: The actions that need more than the database.
    /// - Returns: How the review ended.
    /// - Throws: `StoreError`, and `FrontEndError` if the terminal fails or is closed.
    public func review(
        whether tag: String, fits candidates: [ReviewCandidate], _ actions: ReviewActions
    ) throws -> ReviewOutcome {
        var source = ReviewSource(service: service, task: .fit(tag), actions: actions)
        source.probabilities = Dictionary(candidates.map { ($0.item.id, $0.probability) }) { first, _ in first }
        return try run(candidates.map(\.item.id), total: candidates.count, source, tags: [])
    }

    private func run(_ ids: [Int64], total: Int, _ source: ReviewSource, tags: [PickableTag]) throws -> ReviewOutcome {
        let widths = try service.widths(of: TerminalIdentity(environment: environment))
        let showsSets = try set == nil && service.sets.all().count > 1
        let depth = ColorDepth(environment: environment, isTerminal: true)
        do {
            let session = try TerminalSession(
                device: TerminalDevice(input: 0, output: 1), modes: TerminalModes(usesAlternateScreen: true),
                environment: environment)
            defer { session.close() }
            var review = Review(
                ids, total: total, source: source, tags: tags, showsSets: showsSets, isColored: depth != .none,
                widths: widths)
            review.isOnLight = TerminalBackground(environment: environment) == .light
            review.asksBackground = depth != .none && TerminalBackground.canBeAsked(environment)
            var runner = ProgramRunner(review, on: session, screen: Screen(placement: .full, depth: depth))
            // A change that is being made is finished before the database is closed.
            defer { runner.waitForWork() }
            return try runner.run()
        } catch { throw FrontEndError(error) }
    }

    /// Returns the tags to complete from: those of the set, then all others, most used first.
    private func tags() throws -> [PickableTag] {
        let own = Set(try set.map { try service.tags.all(in: $0, by: nil).map(\.tag) } ?? [])
        return try service.tags.all(in: nil, by: .uses)
            .map { info in
                let uses = Double(info.uses)
                let weight = uses / (uses + 1) + (own.contains(info.tag) ? 1 : 0)
                var tag = PickableTag(info.tag, aliases: info.aliases, weight: weight)
                tag.color = info.color
                return tag
            }
    }
}
