internal import TagService
internal import TextMeasurement

/// The sets with tags, for a user who has chosen an empty set.
///
/// ```
/// other sets: habits (10 tags), films (1 tag); 'use habits' chooses one
/// ```
struct OtherSets: Sendable {
    /// The sets with their numbers of tags.
    private let sets: [(name: String, tags: Int)]

    /// Finds the sets with tags; nil if there are none.
    ///
    /// - Parameters:
    ///   - set: The name of the empty set.
    ///   - service: The service.
    /// - Throws: The errors of the service.
    init?(than set: String, in service: TagService) throws {
        sets = try service.sets.all().filter { $0.set != set && $0.tags > 0 }
            .map { (TerminalText.printable($0.set), $0.tags) }
        guard !sets.isEmpty else { return nil }
    }

    /// Returns a line with as many of the sets as fit.
    func text(columns: Int, _ widths: TerminalWidths) -> String? {
        guard let first = sets.first else { return nil }
        let use = CommandHint("use", first.name).map { "; '\($0.text)' chooses one" } ?? ""
        var line: String?
        var names: [String] = []
        for set in sets {
            names.append("\(set.name) (\(String.counted(set.tags, "tag")))")
            let rest = sets.count - names.count
            let more = rest > 0 ? " and \(rest) more" : ""
            let text = "other sets: \(names.joined(separator: ", "))\(more)\(use)"
            guard line == nil || widths.cells(in: text) <= columns else { break }
            line = text
        }
        return line.map { TerminalText.truncated($0, toCells: columns, measurer: widths) }
    }
}
