import ArgumentParser

/// What the parser of arguments threw: help and the version, which are answers, or a misuse.
struct ParsingOutcome: Error {
    let text: String
    let isAnswer: Bool

    init(_ error: any Error) {
        isAnswer = Tagflow.exitCode(for: error) == .success
        text = isAnswer ? Tagflow.fullMessage(for: error) : Tagflow.message(for: error)
    }

    /// The line and the code of a misuse, with what a person types for help.
    func status(help: String) -> ExitStatus {
        let end = text.hasSuffix(".") ? String(text.dropLast()) : text
        return ExitStatus(code: ExitStatus.usage, message: "\(end); see '\(help)'")
    }
}
