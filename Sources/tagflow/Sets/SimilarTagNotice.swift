import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The option of commands that create tags.
struct NewTagOptions: ParsableArguments {
    @Flag(
        name: [.long, .customShort("y")],
        help: "Create tags that resemble other tags without a warning."
    )
    var yes = false
}

/// A guard against accidental near duplicates: asks in the REPL, warns elsewhere.
///
/// ```
/// $ tagflow add maps
/// tagflow: the new tag 'maps' is like 'map': its plural or singular;
///   merge them with 'tagflow merge maps map', or use --yes to skip this warning
/// ```
struct SimilarTagNotice {
    let similar: [SimilarTag]

    /// Finds existing tags that the names resemble.
    init(
        of names: [String],
        _ options: NewTagOptions,
        _ global: GlobalOptions,
        in session: Session
    ) async throws {
        guard !options.yes else {
            similar = []
            return
        }
        similar = try session.service(global).similarTags(to: names)
    }

    /// Asks in the interactive REPL whether to create each similar tag.
    ///
    /// - Parameters:
    ///   - names: the names of all tags that the command uses.
    ///   - session: the session.
    /// - Returns: the names, without the tags that the user didn't confirm.
    /// - Throws: `CommandError` if Ctrl-C was pressed or the input ended.
    func confirmed(_ names: [String], in session: Session) throws -> [String] {
        guard session.repl?.isBoardShown == true else { return names }
        var refused: [String] = []
        for tag in similar {
            try session.print("\(Self.words(tag))\nCreate it? [y/N] ")
            try session.output.flush()
            let isConfirmed = try Confirmation.confirm {
                try session.print("\n")
                throw Self.nothingAdded
            }
            if !isConfirmed { refused.append(tag.tag) }
        }
        return TagService.removing(refused, from: names)
    }

    /// The error if no tag is left to add.
    static let nothingAdded = CommandError(
        code: ExitStatus.nothingFound,
        message: "nothing was added"
    )

    /// The maximum number of individually reported tags.
    private static let maximumReported = 20

    /// Warns about near duplicates that were created without asking the user.
    func warn(in session: Session, _ global: GlobalOptions) throws {
        guard session.repl?.isBoardShown != true else { return }
        for tag in similar.prefix(Self.maximumReported) {
            let merge = Self.mergeCommand(tag).map { "merge them with '\($0)', or " } ?? ""
            try session.note("\(Self.words(tag)); \(merge)use --yes to skip this warning", global)
        }
        let rest = similar.count - Self.maximumReported
        guard rest > 0 else { return }
        try session.note(
            "\(rest) more new tags are like others; 'tagflow doctor --similar' lists pairs",
            global
        )
    }

    /// Returns the shell command that merges two tags, or `nil` if a name can't be typed.
    static func mergeCommand(_ pair: SimilarTag) -> String? {
        CommandHint("tagflow merge", pair.tag, pair.other)?.text
    }

    private static func words(_ tag: SimilarTag) -> String {
        "the new tag '\(tag.tag)' is like '\(tag.other)': \(tag.likeness.words)"
    }
}
