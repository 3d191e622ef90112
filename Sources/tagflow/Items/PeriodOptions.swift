import ArgumentParser
import TagService

/// The options `--since` and `--until` of commands that read items.
///
/// ```
/// $ tagflow items --since 'last week' --until yesterday
/// ```
struct PeriodOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only items since then, such as yesterday.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Only items before then.", valueName: "time")) var until: String?

    /// Whether neither option is given.
    var isEmpty: Bool { since == nil && until == nil }

    /// Returns the query terms for the options.
    ///
    /// - Throws: `TagServiceError` for text that isn't a time.
    func terms(_ service: TagService) throws -> [String] {
        try [("since", since), ("before", until)]
            .compactMap { term, text in
                guard let text else { return nil }
                _ = try service.time(text)
                return "\(term):\"\(text.replacing("\"", with: ""))\""
            }
    }
}
