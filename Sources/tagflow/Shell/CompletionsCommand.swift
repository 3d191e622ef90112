import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `completions SHELL`.
///
/// ```
/// $ tail -n 1 ~/.bashrc
/// eval "$(tagflow completions bash)"
/// ```
///
/// The script runs the command again with the typed words, which then prints the candidates.
struct CompletionsCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a script that completes tagflow's arguments with Tab.",
        discussion: """
            Completes commands, options and their values, tags, sets, views, and items by their \
            titles. Add one line to your shell's start file: eval "$(tagflow completions bash)", \
            the same with zsh after compinit, or for fish tagflow completions fish | source.

            Example: tagflow completions bash
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The shell.", valueName: "bash|zsh|fish")) var shell: Shell
    @Option(help: ArgumentHelp("The typed line.", visibility: .hidden)) var line: String?
    @Argument(help: ArgumentHelp("The typed words.", visibility: .hidden)) var words: [String] = []

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        if let line {
            try write(LineCompletion(line, of: session).candidates, to: session)
        } else if words.isEmpty {
            try session.print(PrintableText(lines: shell.completionScript))
        } else {
            try write(ShellCompletion(words).candidates(session), to: session)
        }
    }

    private func write(_ candidates: [ShellCompletion.Candidate], to session: Session) throws {
        for candidate in candidates where TerminalText.firstUnprintable(in: candidate.text) == nil {
            let description = candidate.description.replacing("\t", with: " ")
            if line == nil, !description.isEmpty {
                try session.print("\(candidate.text)\t\(description)\n")
            } else {
                try session.print("\(candidate.text)\n")
            }
        }
    }
}
