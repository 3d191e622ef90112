import TagService
import TextMeasurement

/// The options `doctor --once`, `--unused`, `--synonyms` and `--site-rules`.
extension DoctorCommand {
    /// Lists tags that no item has, or one, each as the command that deletes it.
    ///
    /// ```
    /// $ tagflow doctor --once
    /// tagflow delete watercolour  # used once: 12 A rainy day
    /// ```
    func listRareTags(once: Bool, in session: Session, from service: TagService) throws {
        let rare = try service.tags.rare(once: once, limit: limit)
        let found = rare.tags.map { Finding($0, CommandHint("tagflow delete", $0.tag)?.text) }
        if output.format == .json { return try session.print(json: RareTagFindings(tags: found, count: rare.count)) }
        for finding in found {
            let tag = finding.value
            let evidence: PrintableText = tag.item.map { "used once: \($0) \(tag.title ?? "")" } ?? "not used"
            try printCommand(of: finding, or: "\(tag.tag.quoted)", evidence, in: session)
        }
        try reportRest(
            rare.count - rare.tags.count, isEmpty: rare.count == 0,
            once ? "no tags are used once" : "no tags are unused", in: session)
    }

    /// Lists tags that seem to mean the same, each as the command that merges the pair.
    ///
    /// ```
    /// $ tagflow doctor --synonyms
    /// tagflow merge k8s kubernetes  # its first and last letters; 4 and 31 items, 0 with both
    /// ```
    func listSynonyms(in session: Session, from service: TagService) throws {
        let synonyms = try service.tags.synonyms(limit: limit)
        let found = synonyms.pairs.map { Finding($0, CommandHint("tagflow merge", $0.tag, $0.other)?.text) }
        if output.format == .json {
            return try session.print(json: SynonymFindings(pairs: found, count: synonyms.count))
        }
        for finding in found {
            let pair = finding.value
            let words = pair.words.isEmpty ? "" : ": \(pair.words.joined(separator: ", "))"
            let evidence =
                "\(pair.kind.phrase)\(words); \(pair.uses) and \(pair.otherUses) items, \(pair.together) with both"
                as PrintableText
            try printCommand(of: finding, or: "\(pair.tag.quoted) and \(pair.other.quoted)", evidence, in: session)
        }
        try reportRest(
            synonyms.count - synonyms.pairs.count, isEmpty: synonyms.count == 0, "no synonyms found", in: session)
    }

    /// Lists rules that the items suggest, each as the command that adds it.
    ///
    /// ```
    /// $ tagflow doctor --site-rules
    /// tagflow rule add site:youtube.com --tag=video  # youtube.com → video: 41 of 43
    /// ```
    func listSiteRules(in session: Session, from service: TagService) throws {
        let suggested = try service.rules.suggested(limit: limit)
        let found = suggested.rules.map { Finding($0, Self.command(adding: $0)) }
        if output.format == .json { return try session.print(json: RuleFindings(rules: found, count: suggested.count)) }
        for finding in found {
            let rule = finding.value
            try printCommand(
                of: finding, or: "\(rule.q.quoted) and \(rule.tag.quoted)",
                "\(rule.value) → \(rule.tag): \(rule.hits) of \(rule.items)", in: session)
        }
        try reportRest(suggested.count - found.count, isEmpty: found.isEmpty, "no rules found", in: session)
    }

    /// Returns the command that adds a rule; `nil` if its query or its tag can't be typed.
    private static func command(adding rule: SuggestedRule) -> String? {
        guard let command = CommandHint("tagflow rule add", rule.q)?.text, CommandHint("--tag", rule.tag) != nil else {
            return nil
        }
        return "\(command) --tag=\(ShellQuoting.posix.quoted(rule.tag))"
    }

    /// Prints a command with its evidence as a comment, so that the list can be piped to a shell.
    ///
    /// If a name can't be typed, the whole line is a comment.
    private func printCommand(
        of finding: Finding<some Encodable>, or alternative: PrintableText, _ evidence: PrintableText,
        in session: Session
    ) throws {
        let line = finding.command.map { "\($0)" as PrintableText } ?? "# \(alternative)"
        try session.print("\(line)\t# \(evidence)\n")
    }

    private func reportRest(_ rest: Int, isEmpty: Bool, _ nothing: String, in session: Session) throws {
        if rest > 0 { try session.note("… and \(rest) more; use --limit to list more", global) }
        if isEmpty { try session.note("\(nothing)", global) }
    }
}

/// Something to clean up, with the command that does it.
private struct Finding<Value: Encodable>: Encodable {
    let value: Value
    /// The command; `nil` if a name can't be typed.
    let command: String?

    private enum Key: String, CodingKey { case command }

    init(_ value: Value, _ command: String?) {
        self.value = value
        self.command = command
    }

    /// Encodes the fields of the value and the command as one object.
    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(command, forKey: .command)
    }
}

/// The JSON of `doctor --once` and `doctor --unused`.
private struct RareTagFindings: Encodable {
    let tags: [Finding<RareTag>]
    let count: Int
}

/// The JSON of `doctor --synonyms`.
private struct SynonymFindings: Encodable {
    let pairs: [Finding<SynonymPair>]
    let count: Int
}

/// The JSON of `doctor --site-rules`.
private struct RuleFindings: Encodable {
    let rules: [Finding<SuggestedRule>]
    let count: Int
}
