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
        similar = try await session.service(global).similarTags(to: names)
    }

    /// Asks whether to make the tags, in the interactive REPL.
    ///
    /// - Throws: `CommandFailure` where the answer is not yes.
    func ask(in session: Session) throws {
        guard !similar.isEmpty, session.repl?.isBoardShown == true else { return }
        for tag in similar { try session.print("\(Self.words(tag))\n") }
        try session.print("Make \(similar.count == 1 ? "it" : "them")? [y/N] ")
        try session.output.flush()
        guard try Question.confirm(whereInterrupted: { try session.print("\n") }) else {
            throw CommandFailure(code: ExitStatus.nothingFound, message: "nothing was added")
        }
    }

    /// Warns of the tags that were made, where no question could be asked.
    func warn(in session: Session, _ global: GlobalOptions) throws {
        guard session.repl?.isBoardShown != true, !global.quiet else { return }
        for tag in similar {
            let merge = Self.mergeCommand(tag).map { "'\($0)' joins them, " } ?? ""
            try session.errors.write(
                "tagflow: \(Self.words(tag)); \(merge)--yes keeps this quiet\n"
            )
        }
        try session.errors.flush()
    }

    /// The command that makes one tag of two, as it is typed in a shell; nil where a name cannot be typed.
    static func mergeCommand(_ pair: SimilarTag) -> String? {
        CommandHint("tagflow merge", pair.tag, pair.other)?.text
    }

    private static func words(_ tag: SimilarTag) -> String {
        "the new tag '\(tag.tag)' is like '\(tag.other)': \(tag.likeness.words)"
    }
}
