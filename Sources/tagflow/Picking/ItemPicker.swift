import TagService
import TerminalFrontEnd
import TextMeasurement

/// The picker for the tags of an item: its tags are on, and the suggestions for it come first.
struct ItemPicker {
    let service: TagService
    let set: SetReference
    let session: Session
    /// The evidence for suggestions.
    let evidence: ItemEvidence
    /// The id of the item, if it is saved already.
    var savedItem: Int64?
    /// The line above the tags.
    let header: String
    /// Whether to use the full screen, which is restored afterwards.
    var usesFullScreen = false

    /// The number of suggestions at the start of the picker.
    private static let suggestions = 100

    /// Shows the picker, and returns the chosen tags; `nil` if the user cancels.
    ///
    /// - Throws: `CommandError` for Ctrl-C, `FrontEndError.noTerminal` without a terminal.
    func pick(from present: [String]) throws -> [String]? {
        let first = try firstTags(present)
        let names = Set(first.map(\.name))
        let source = SetSource(service: service, set: set, excluded: names, keepsSelection: false)
        var tags = try source.first()
        let more = source.more(after: tags)
        tags.tags = first + tags.tags
        var options = PickerOptions()
        options.isStrict = false
        options.takesText = true
        options.acceptsNothing = true
        options.usesFullScreen = usesFullScreen
        options.header = ["\u{1B}[1m\(TerminalText.printable(header))\u{1B}[0m"]
        let (service, set, evidence, savedItem) = (service, set, evidence, savedItem)
        let outcome = try PickerRun(environment: session.environment)
            .pick(
                from: tags, options: options,
                affinities: { try Self.affinities(to: $0, in: set, evidence, savedItem, service) }, more: more,
                similar: { try service.tags.offers(insteadOf: [$0]).first },
                widths: service.widths(of: session.terminal))
        switch outcome {
        case .left: return nil
        case .interrupted: throw CommandError(code: ExitStatus.interrupted, message: nil)
        case .accepted(let chosen, _, _): return chosen.map(\.name)
        }
    }

    /// Returns the present tags, which are selected, followed by the best suggestions.
    private func firstTags(_ present: [String]) throws -> [PickableTag] {
        let query = SuggestionQuery(
            given: try service.tags.resolved(present), item: evidence, savedItem: savedItem, limit: Self.suggestions,
            set: set)
        let fitting = try service.suggestions.find(for: query).map(\.tag)
        let identities = try service.tags.identities(of: present + fitting)
        var known: Set<String> = []
        var tags: [PickableTag] = []
        for (place, name) in (present + fitting).enumerated() where known.insert(identities[name] ?? name).inserted {
            // A tag of a file or of a model may be missing from the database.
            let info = try service.tags.known(name)
            let uses = Double(info?.uses ?? 0)
            var tag = PickableTag(
                info?.tag ?? name, aliases: info?.aliases ?? [], isSelected: place < present.count,
                weight: uses / (uses + 1))
            (tag.description, tag.color) = (info?.description, info?.color)
            tags.append(tag)
        }
        return tags
    }

    /// Returns the scores of tags for the selection and the evidence, by name.
    private static func affinities(
        to chosen: [String], in set: SetReference, _ evidence: ItemEvidence, _ savedItem: Int64?, _ service: TagService
    ) throws -> [String: Double] {
        var query = SuggestionQuery(given: chosen, item: evidence, savedItem: savedItem, limit: 500, set: set)
        query.minimumProbability = 0
        return try service.suggestions.find(for: query).filter { $0.probability != nil }
            .reduce(into: [:]) { $0[$1.tag] = max(0, 2 * $1.score - 1) }
    }
}

extension ItemPicker {
    /// Creates a picker for the tags of a stored item.
    init(of item: Item, service: TagService, session: Session) {
        let evidence = ItemEvidence(title: item.title, location: item.location, note: item.note)
        self.init(
            service: service, set: .named(item.set), session: session, evidence: evidence, savedItem: item.id,
            header: item.heading.isEmpty ? "item \(item.id)" : item.heading)
    }
}

extension TagService.Tags {
    /// Returns the known tags to offer instead of new tags, in the order of the names.
    func offers(insteadOf names: [String]) throws -> [TagOffer] {
        try similar(to: names, findsAbbreviations: true)
            .map { pair in
                let uses = try known(pair.other)?.uses ?? 0
                return TagOffer(new: pair.tag, known: pair.other, uses: uses)
            }
    }

    /// Returns a tag, or `nil` if it doesn't exist.
    func known(_ name: String) throws -> TagInfo? {
        do { return try named(name) } catch TagServiceError.unknownTag { return nil }
    }

    /// Returns whether a text is a valid name of a tag.
    static func isName(_ name: String) -> Bool {
        do {
            _ = try tagName(name)
            return true
        } catch { return false }
    }
}
