import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The option of commands that create tags.
struct NewTagOptions: ParsableArguments {
    @Flag(name: [.long, .customShort("y")], help: "Create tags that resemble other tags without a warning.") var yes =
        false
}

/// A notice about accidental near duplicates, which are created; the REPL offers the known tags.
///
/// ```
/// $ tagflow add maps
/// tagflow: the new tag 'maps' is like 'map': its plural or singular;
///   merge them with 'tagflow merge maps map', or use --yes to skip this warning
/// ```
struct SimilarTagNotice {
    let similar: [SimilarTag]
    /// New names that look like several tags, or like a tag in a query.
    private let odd: [String]

    private init(similar: [SimilarTag], odd: [String]) {
        self.similar = similar
        self.odd = odd
    }

    /// Finds existing tags that the names resemble.
    init(of names: [String], _ options: NewTagOptions, _ global: GlobalOptions, in session: Session) throws {
        guard !options.yes else {
            (similar, odd) = ([], [])
            return
        }
        let service = try session.service(global)
        similar = try service.tags.similar(to: names, findsAbbreviations: true)
        odd = try names.filter {
            // In the REPL, `#3` is the tag 3.
            try ($0.contains(",") || session.repl == nil && $0.hasPrefix("#")) && service.tags.known($0) == nil
        }
    }

    /// Throws in a script if there are near duplicates, because nobody would read the notice there.
    ///
    /// Abbreviations are often intended, so they are only mentioned.
    func requireTerminal(in session: Session) throws {
        let isTyped = session.isInteractive || session.repl?.isBoardShown == true
        guard !isTyped, let first = similar.first(where: { !$0.likeness.isAbbreviation }) else { return }
        throw CommandError(
            code: ExitStatus.badData,
            message:
                "the new tag \(first.tag.quoted) is like \(first.other.quoted): \(first.likeness.words); use that tag, or --yes to create the new one"
        )
    }

    /// Returns the notice about those of the names that were written.
    ///
    /// - Parameters:
    ///   - written: The names of the written tags, or other spellings of them.
    ///   - service: The service of the database.
    /// - Returns: The notice.
    /// - Throws: `StoreError`.
    func limited(to written: Set<String>, _ service: TagService) throws -> Self {
        let names = Array(written) + similar.map(\.tag) + odd
        let keys = try service.tags.identities(of: names)
        let known = Set(written.compactMap { keys[$0] })
        let isWritten = { (name: String) in keys[name].map(known.contains) ?? false }
        return Self(similar: similar.filter { isWritten($0.tag) }, odd: odd.filter(isWritten))
    }

    /// The maximum number of individually reported tags.
    private static let maximumReported = 20

    /// Reports near duplicates that were created; in the interactive REPL, Tab then takes the known tag.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - global: the options.
    ///   - remedy: the advice for a new tag with a comma.
    /// - Throws: the errors of the streams and `StoreError`.
    func warn(in session: Session, _ global: GlobalOptions, remedy: PrintableText = "'undo' takes the tag back") throws
    {
        for name in odd.prefix(Self.maximumReported) {
            let part = name.contains(",") ? "comma" : "number sign"
            try session.note("the \(part) is a part of the new tag \(name.quoted); \(remedy)", global)
        }
        if let repl = session.repl, repl.isBoardShown {
            let service = try session.service(global)
            repl.offers = try similar.prefix(Self.maximumReported)
                .map { tag in
                    let uses = try service.tags.known(tag.other)?.uses ?? 0
                    return TagOffer(new: tag.tag, known: tag.other, uses: uses)
                }
            return
        }
        for tag in similar.prefix(Self.maximumReported) {
            let merge = Self.mergeCommand(tag).map { "merge them with '\($0)', or " } ?? ""
            try session.note("\(Self.words(tag)); \(merge)use --yes to skip this warning", global)
        }
        let rest = similar.count - Self.maximumReported
        guard rest > 0 else { return }
        try session.note("\(rest) more new tags are like others; 'tagflow doctor --similar' lists pairs", global)
    }

    /// Returns the shell command that merges two tags, or `nil` if a name can't be typed.
    static func mergeCommand(_ pair: SimilarTag) -> String? { CommandHint("tagflow merge", pair.tag, pair.other)?.text }

    private static func words(_ tag: SimilarTag) -> String {
        "the new tag \(tag.tag.quoted) is like \(tag.other.quoted): \(tag.likeness.words)"
    }
}
