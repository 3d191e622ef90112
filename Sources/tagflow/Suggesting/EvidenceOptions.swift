import ArgumentParser
import TagService

/// The evidence of an item to tag as options.
struct EvidenceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The title of the item.", valueName: "text")) var title: String?
    @Option(help: ArgumentHelp("The URL or path of the item.", valueName: "location")) var location: String?
    @Option(help: ArgumentHelp("Your own description of the item.", valueName: "text")) var note: String?
    @OptionGroup var textFile: TextFileOption

    /// Whether none of the options is given.
    var isEmpty: Bool { title == nil && location == nil && note == nil && textFile.path == nil }

    /// Returns the evidence.
    ///
    /// - Throws: `TagServiceError` for a part that is too long; `CommandError` if the file can't be read or isn't UTF-8.
    func evidence(in session: Session) throws -> ItemEvidence {
        let evidence = ItemEvidence(
            title: title ?? "", location: location, note: note ?? "", text: try textFile.text(in: session) ?? "")
        try evidence.checkLengths()
        return evidence
    }
}
