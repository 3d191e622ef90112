import ArgumentParser
import TextMeasurement

/// The command `shell-init SHELL`.
///
/// ```
/// $ tail -n 1 ~/.bashrc
/// eval "$(tagflow shell-init bash)"
/// ```
struct ShellInitCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "shell-init", abstract: "Print a key binding that inserts picked tags: Alt-T.",
        discussion: """
            Add one line to your shell's start file: eval "$(tagflow shell-init bash)", the same \
            with zsh, or for fish tagflow shell-init fish | source. Alt-T calls the function \
            __tagflow_pick, which you can bind to any key; TAGFLOW_PICK_OPTIONS has the \
            picker's options.

            Example: tagflow shell-init bash
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The shell.") var shell: Shell

    var onlyReads: Bool { true }

    func run(in session: Session) throws { try session.print(PrintableText(lines: shell.script)) }
}
