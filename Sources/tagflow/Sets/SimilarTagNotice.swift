import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The option of commands that make tags.
struct NewTagOptions: ParsableArguments {
    @Flag(
        name: [.long, .customShort("y")],
        help: "Make tags that look like others without a word."
    )
    var yes = false
}

/// Guards against new tags by accident: asks in the REPL, warns elsewhere.
struct SimilarTagNotice {
    let similar: [SimilarTag]

    /// Looks for tags that names resemble.
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

    /// Asks for each of the tags whether to make it, in the interactive REPL.
    ///
    /// - Parameters:
    ///   - names: the names of all tags that are to be made.
    ///   - session: the session.
    /// - Returns: the names without those whose answer is not yes.
    /// - Throws: `CommandError` if Ctrl-C was pressed or the input ended.
    func confirmed(_ names: [String], in session: Session) throws -> [String] {
        guard session.repl?.isBoardShown == true else { return names }
        var refused: [String] = []
        for tag in similar {
            try session.print("\(Self.words(tag))\nMake it? [y/N] ")
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

    /// Warns about created tags if the user couldn't be asked.
    func warn(in session: Session, _ global: GlobalOptions) throws {
        guard session.repl?.isBoardShown != true else { return }
        for tag in similar.prefix(Self.maximumReported) {
            let merge = Self.mergeCommand(tag).map { "'\($0)' joins them, " } ?? ""
            try session.note("\(Self.words(tag)); \(merge)--yes keeps this quiet", global)
        }
        let rest = similar.count - Self.maximumReported
        guard rest > 0 else { return }
        try session.note(
            "\(rest) more new tags are like others; 'tagflow doctor --similar' lists pairs",
            global
        )
    }

    /// The shell command that merges two tags; `nil` if a name can't be typed.
    static func mergeCommand(_ pair: SimilarTag) -> String? {
        CommandHint("tagflow merge", pair.tag, pair.other)?.text
    }

    private static func words(_ tag: SimilarTag) -> String {
        "the new tag '\(tag.tag)' is like '\(tag.other)': \(tag.likeness.words)"
    }
}
