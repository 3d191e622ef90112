import TagService

/// Queries that are given as arguments.
extension Session {
    /// Returns the query of some arguments.
    ///
    /// The shell removes the quotes of `since:'2 weeks ago'`. They are added again where the whole argument is a valid
    /// term: `since:"2 weeks ago"`, `#"machine learning"`.
    func query(_ arguments: [String], _ service: TagService) -> String {
        arguments.map { quoted($0, service) ?? $0 }.joined(separator: " ")
    }

    private func quoted(_ argument: String, _ service: TagService) -> String? {
        guard argument.contains(where: \.isWhitespace), !argument.contains("\""),
            let start = argument.firstMatch(of: /^-?(#|(since|before|on|tag|set):)/)
        else { return nil }
        let term = "\(start.0)\"\(argument[start.range.upperBound...])\""
        do {
            _ = try service.items.count(ItemQuery(term))
            return term
        } catch {
            // The argument is several terms, whose errors are reported when the whole query is parsed.
            return nil
        }
    }
}
